/**
 * Reviews the results of the search for portraits, one person after the other: an editor accepts, rejects or skips, and can
 * undo the decision.
 */
import { z } from "zod";
import { db, type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { OTHER_DECISION } from "~/models/editing/identity/identity-review.server";
import { auditExpert, expertForAdmin } from "~/models/records/experts/rows.server";
import { type Credit, creditsOf } from "~/models/records/images/credits.server";
import { isListed } from "~/models/records/listings/listing.server";
import { Choice, takePortrait } from "./portraits.server";

export interface PersonToReview {
  id: string;
  slug: string;
  name: string;
  title: string;
  /** "" if the record has none; then the item that led to the picture can be stored. */
  wikidata: string;
  candidates: FoundPicture[];
}

export interface FoundPicture extends Credit {
  file: string;
  width: number;
  height: number;
  /** The way in which the search found the Wikidata item with the picture; "" for older results. */
  foundBy: "" | "wikidata" | "article" | "orcid";
  /** The address of the article, or of the identifier's page. */
  foundAt: string;
  item: string;
  itemLabel: string;
  itemDescription: string;
}

export interface PortraitReview {
  /** null if nobody waits for a decision. */
  person: PersonToReview | null;
  /** The number of people who wait. */
  waiting: number;
  /** The last decision of this editor, which can be undone. */
  last: LastDecision | null;
}

export interface LastDecision {
  id: string;
  name: string;
  decision: "taken" | "rejected" | "skipped";
  /** The time of the decision, which names it when it is undone. */
  at: string;
}

/** Returns the person with the id `person`, else the next person after `after`, else the first person who waits. */
export async function portraitReview(
  editor: Editor,
  { person: key = "", after = "" }: { person?: string; after?: string } = {},
): Promise<PortraitReview> {
  const [requestedPerson, nextPerson] = await Promise.all([waitingPerson({ key }), waitingPerson({ after })]);
  const person = requestedPerson ?? nextPerson ?? (await waitingPerson({}));
  return { person, waiting: await countWaitingPortraits(), last: await lastDecision(editor) };
}

/** Counts the people who wait for a decision. */
export async function countWaitingPortraits(): Promise<number> {
  const people = openCandidates().select("portraitCandidates.expertRowId").distinct();
  const count = readDb.selectFrom(people.as("waiting")).select((eb) => eb.fn.countAll<number>().as("people"));
  return Number((await count.executeTakeFirstOrThrow()).people);
}

/** Returns the first 100 people who wait for a decision. */
export async function waitingPortraits(_editor: Editor): Promise<PersonToReview[]> {
  const ids = openCandidates()
    .select("portraitCandidates.expertRowId")
    .distinct()
    .orderBy("portraitCandidates.expertRowId");
  const people = await ids.limit(MAX_PEOPLE).execute();
  return readPeople(people.map(({ expertRowId }) => expertRowId));
}

const MAX_PEOPLE = 100;

/** Selects the undecided candidates of people who have no picture. */
function openCandidates() {
  return readDb
    .selectFrom("portraitCandidates")
    .innerJoin("experts", "experts.rowId", "portraitCandidates.expertRowId")
    .where("portraitCandidates.decision", "=", "")
    .where("experts.imageUrl", "=", "")
    .where(isListed);
}

async function waitingPerson({ key = "", after = "" }): Promise<PersonToReview | null> {
  let people = openCandidates().select("portraitCandidates.expertRowId");
  if (key) people = people.where("experts.id", "=", key);
  else if (after) {
    const afterRowId = readDb.selectFrom("experts").select("rowId").where("id", "=", after);
    people = people.where("portraitCandidates.expertRowId", ">", afterRowId);
  }
  const firstPerson = await people.orderBy("portraitCandidates.expertRowId").limit(1).executeTakeFirst();
  return firstPerson ? ((await readPeople([firstPerson.expertRowId]))[0] ?? null) : null;
}

async function readPeople(rowIds: number[]): Promise<PersonToReview[]> {
  if (rowIds.length === 0) return [];
  const rows = await openCandidates()
    .select(["experts.id", "experts.slug", "experts.name", "experts.title", "experts.wikidata"])
    .select(["file", "author", "licence", "licenceUrl", "source", "width", "height"])
    .select(["foundBy", "foundAt", "item", "itemLabel", "itemDescription"])
    .where("portraitCandidates.expertRowId", "in", rowIds)
    .orderBy("portraitCandidates.expertRowId")
    .orderBy("position")
    .orderBy("file")
    .execute();
  const people = new Map<string, PersonToReview>();
  for (const { id, slug, name, title, wikidata, ...candidate } of rows) {
    const person = people.get(id) ?? { id, slug, name, title, wikidata, candidates: [] };
    person.candidates.push(candidate);
    people.set(id, person);
  }
  return [...people.values()];
}

export const PortraitDecision = z.object({
  expert: z.string("Please say whose picture it is.").min(1, "Please say whose picture it is."),
  decision: z.enum(["take", "reject", "skip"], "Please choose what to do with the picture."),
  file: Choice.shape.file.optional(),
  /** "keep" also stores the Wikidata identifier of the picture's person. */
  identifier: z.literal("keep", "Only “keep” can be chosen for the identifier.").optional(),
});

/**
 * Accepts a candidate with `takePortrait`, rejects it, or skips the person; rejected candidates and skipped people are not
 * offered again. With `identifier`, a record without an identifier gets the picture's item at Wikidata. Throws the errors of
 * `takePortrait`, and "conflict" if the person has a picture or a decision by now.
 */
export async function decidePortrait(
  editor: Editor,
  input: unknown,
  { origin, signal }: { origin: string; signal?: AbortSignal },
): Promise<void> {
  const { expert, decision, file, identifier } = parse(PortraitDecision, input);
  const row = await expertForAdmin(editor, expert);
  const { id, rowId, imageUrl, wikidata: storedItem } = row;
  if (imageUrl) throw new AppError("conflict", "This profile has a picture meanwhile. Nothing was changed.");
  if (decision !== "skip" && !file) throw new AppError("invalid", "Please choose a picture.");
  const candidates = readDb
    .selectFrom("portraitCandidates")
    .select(["file", "item"])
    .where("expertRowId", "=", rowId)
    .where("decision", "=", "");
  const waitingCandidates = await candidates.execute();
  if (!waitingCandidates.some((candidate) => decision === "skip" || candidate.file === file)) throw decidedMeanwhile();
  const item = waitingCandidates.find((candidate) => candidate.file === file)?.item ?? "";
  const wikidata = decision === "take" && identifier && !storedItem ? item : "";
  // Stores the decision with the picture, which takes seconds to read: another editor may decide meanwhile.
  const storeDecision = async (tx: Queryable) => {
    let updates = tx
      .updateTable("portraitCandidates")
      .set({
        decision: wikidata ? "takenWithItem" : STORED_DECISION[decision],
        decidedAt: new Date().toISOString(),
        decidedBy: editor.id,
      })
      .where("expertRowId", "=", rowId)
      .where("decision", "=", "");
    if (decision !== "skip") updates = updates.where("file", "=", file ?? "");
    if ((await updates.executeTakeFirstOrThrow()).numUpdatedRows === 0n) throw decidedMeanwhile();
    if (decision === "reject") await auditExpert(tx, editor, "picture rejected", row, file);
    if (decision === "skip") await auditExpert(tx, editor, "pictures skipped", row);
  };
  if (decision === "take")
    await takePortrait(editor, id, { file }, { origin, signal, wikidata, alsoStore: storeDecision });
  else await db.transaction().execute(storeDecision);
}

function decidedMeanwhile(): AppError {
  return new AppError("conflict", "Somebody decided about this meanwhile. Nothing was changed.");
}

const STORED_DECISION = { take: "taken", reject: "rejected", skip: "skipped" } as const;

/**
 * Undoes the editor's latest decision, and returns the person's id; each call undoes one more decision. Throws "missing";
 * "conflict", also if the latest decision is not the one of the time `at`.
 */
export async function undoPortraitDecision(
  editor: Editor,
  { origin, at }: { origin: string; at?: unknown },
): Promise<string> {
  const lastCandidate = await lastRow(editor);
  if (!lastCandidate) throw new AppError("missing", "You have no decision to undo.");
  if (at !== undefined && at !== lastCandidate.decidedAt) throw new AppError("conflict", OTHER_DECISION);
  const { id, rowId, imageUrl, wikidata, decision, decidedAt, file, item } = lastCandidate;
  const reopenCandidates = async (tx: Queryable) => {
    await tx
      .updateTable("portraitCandidates")
      .set({ decision: "", decidedAt: "", decidedBy: null })
      .where("expertRowId", "=", rowId)
      .where("decidedBy", "=", editor.id)
      .where("decidedAt", "=", decidedAt)
      .execute();
  };
  if (isTaken(decision) && imageUrl) {
    const imageId = imageIdIn(imageUrl) ?? "";
    if ((await creditsOf([imageId])).get(imageId)?.file !== file) throw replacedMeanwhile();
    const checkStored = (row: ExpertRow) => {
      if (row.imageUrl !== imageUrl) throw replacedMeanwhile();
    };
    const isItemFromPicture = decision === "takenWithItem" && wikidata === item;
    const fields = { imageUrl: "", ...(isItemFromPicture && { wikidata: "" }) };
    await editExpert(editor, id, fields, { origin, checkStored, alsoStore: reopenCandidates });
  } else await reopenCandidates(db);
  return id;
}

function replacedMeanwhile(): AppError {
  const message = "Somebody replaced the picture of this profile meanwhile. Your decision was not undone.";
  return new AppError("conflict", message);
}

async function lastDecision(editor: Editor): Promise<LastDecision | null> {
  const lastCandidate = await lastRow(editor);
  if (!lastCandidate) return null;
  const { id, name, decision, decidedAt } = lastCandidate;
  return { id, name, at: decidedAt, decision: isTaken(decision) ? "taken" : (decision as LastDecision["decision"]) };
}

function isTaken(decision: string): boolean {
  return decision === "taken" || decision === "takenWithItem";
}

function lastRow(editor: Editor) {
  return readDb
    .selectFrom("portraitCandidates")
    .innerJoin("experts", "experts.rowId", "portraitCandidates.expertRowId")
    .select(["experts.id", "experts.rowId", "experts.name", "experts.imageUrl", "experts.wikidata"])
    .select(["decision", "decidedAt", "file", "item"])
    .where("decidedBy", "=", editor.id)
    .where("experts.deletedAt", "is", null)
    .orderBy("decidedAt", "desc")
    .limit(1)
    .executeTakeFirst();
}
