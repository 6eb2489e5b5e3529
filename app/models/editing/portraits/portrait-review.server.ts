/**
 * Reviews the results of the search for portraits, one person after the other: an editor accepts, rejects or skips, and can
 * undo it.
 */
import { z } from "zod";
import { db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { type Credit, creditsOf } from "~/models/records/images/credits.server";
import { isListed } from "~/models/records/listings/listing.server";
import { Choice, takePortrait } from "./portraits.server";

export interface PersonToReview {
  id: string;
  slug: string;
  name: string;
  title: string;
  /** "" if the record has none, so that the one that led to the picture can be stored. */
  wikidata: string;
  candidates: FoundPicture[];
}

export interface FoundPicture extends Credit {
  file: string;
  width: number;
  height: number;
  /** The way to the item at Wikidata that names the picture; "" for older results. */
  foundBy: "" | "wikidata" | "article" | "orcid";
  /** The address of the article, or of the identifier's page. */
  foundAt: string;
  item: string;
  itemLabel: string;
  itemDescription: string;
}

export interface PortraitReview {
  /** null if nobody waits. */
  person: PersonToReview | null;
  /** People who wait, of whom at most 1,000 are counted. */
  waiting: number;
  /** The last decision of this editor, which can be undone. */
  last: LastDecision | null;
}

export interface LastDecision {
  id: string;
  name: string;
  decision: "taken" | "rejected" | "skipped";
}

const MOST_COUNTED = 1_000;

/** The person with this id, or the first who waits; `after` begins behind somebody, and starts again at the end. */
export async function portraitReview(
  editor: Editor,
  { person: key = "", after = "" }: { person?: string; after?: string } = {},
): Promise<PortraitReview> {
  const [chosen, behind] = await Promise.all([waitingPerson({ key }), waitingPerson({ after })]);
  const person = chosen ?? behind ?? (await waitingPerson({}));
  return { person, waiting: await countWaitingPortraits(), last: await lastDecision(editor) };
}

/** At most 1,000. */
export async function countWaitingPortraits(): Promise<number> {
  const some = open().select("portraitCandidates.expertRowId").distinct().limit(MOST_COUNTED);
  const counted = readDb.selectFrom(some.as("waiting")).select((eb) => eb.fn.countAll<number>().as("people"));
  return Number((await counted.executeTakeFirstOrThrow()).people);
}

/** Everybody who waits, the first 100. */
export async function waitingPortraits(_editor: Editor): Promise<PersonToReview[]> {
  const ids = open().select("portraitCandidates.expertRowId").distinct().orderBy("portraitCandidates.expertRowId");
  const people = await ids.limit(MOST_LISTED).execute();
  return personsOf(people.map(({ expertRowId }) => expertRowId));
}

const MOST_LISTED = 100;

/** Open candidates of people who still have no picture. */
function open() {
  return readDb
    .selectFrom("portraitCandidates")
    .innerJoin("experts", "experts.rowId", "portraitCandidates.expertRowId")
    .where("portraitCandidates.decision", "=", "")
    .where("experts.imageUrl", "=", "")
    .where(isListed);
}

async function waitingPerson({ key = "", after = "" }): Promise<PersonToReview | null> {
  let people = open().select("portraitCandidates.expertRowId");
  if (key) people = people.where("experts.id", "=", key);
  else if (after) {
    const behind = readDb.selectFrom("experts").select("rowId").where("id", "=", after);
    people = people.where("portraitCandidates.expertRowId", ">", behind);
  }
  const first = await people.orderBy("portraitCandidates.expertRowId").limit(1).executeTakeFirst();
  return first ? ((await personsOf([first.expertRowId]))[0] ?? null) : null;
}

async function personsOf(rowIds: number[]): Promise<PersonToReview[]> {
  if (rowIds.length === 0) return [];
  const rows = await open()
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
  /** Says whether an accepted picture brings the Wikidata identifier of its person along. */
  identifier: z.literal("keep", "Only “keep” can be chosen for the identifier.").optional(),
});

/**
 * Takes a candidate as `takePortrait` does, rejects it ("this is somebody else"), or skips the person: neither is offered
 * again. With `identifier`, the record also gets the item at Wikidata that names the picture, unless it has one. Throws as `takePortrait`, and "conflict" when the person has a picture meanwhile, or was decided about already.
 */
export async function decidePortrait(
  editor: Editor,
  input: unknown,
  { origin, signal }: { origin: string; signal?: AbortSignal },
): Promise<void> {
  const { expert, decision, file, identifier } = parse(PortraitDecision, input);
  const { id, rowId, imageUrl, wikidata: present } = await expertForAdmin(editor, expert);
  if (imageUrl) throw new AppError("conflict", "This profile has a picture meanwhile. Nothing was changed.");
  if (decision !== "skip" && !file) throw new AppError("invalid", "Please choose a picture.");
  const candidates = readDb
    .selectFrom("portraitCandidates")
    .select(["file", "item"])
    .where("expertRowId", "=", rowId)
    .where("decision", "=", "");
  const waiting = await candidates.execute();
  if (!waiting.some((candidate) => decision === "skip" || candidate.file === file))
    throw new AppError("conflict", "Somebody decided about this meanwhile. Nothing was changed.");
  const item = waiting.find((candidate) => candidate.file === file)?.item ?? "";
  const wikidata = decision === "take" && identifier && !present ? item : "";
  if (decision === "take") await takePortrait(editor, id, { file }, { origin, signal, wikidata });
  let decided = db
    .updateTable("portraitCandidates")
    .set({
      decision: wikidata ? "takenWithItem" : DECIDED[decision],
      decidedAt: new Date().toISOString(),
      decidedBy: editor.id,
    })
    .where("expertRowId", "=", rowId)
    .where("decision", "=", "");
  if (decision !== "skip") decided = decided.where("file", "=", file ?? "");
  await decided.execute();
}

const DECIDED = { take: "taken", reject: "rejected", skip: "skipped" } as const;

/** Undoes the editor's last decision, one after the other; returns the person's name. Throws "missing", "conflict". */
export async function undoPortraitDecision(editor: Editor, { origin }: { origin: string }): Promise<string> {
  const last = await lastRow(editor);
  if (!last) throw new AppError("missing", "You have no decision to undo.");
  const { id, rowId, imageUrl, wikidata, decision, decidedAt, file, item } = last;
  if (isTaken(decision) && imageUrl) {
    const imageId = imageIdIn(imageUrl) ?? "";
    if ((await creditsOf([imageId])).get(imageId)?.file !== file)
      throw new AppError(
        "conflict",
        "Somebody replaced the picture of this profile meanwhile. Your decision was not stored.",
      );
    const isItsOwn = decision === "takenWithItem" && wikidata === item;
    await editExpert(editor, id, { imageUrl: "", ...(isItsOwn && { wikidata: "" }) }, { origin });
  }
  await db
    .updateTable("portraitCandidates")
    .set({ decision: "", decidedAt: "", decidedBy: null })
    .where("expertRowId", "=", rowId)
    .where("decidedBy", "=", editor.id)
    .where("decidedAt", "=", decidedAt)
    .execute();
  return id;
}

async function lastDecision(editor: Editor): Promise<LastDecision | null> {
  const last = await lastRow(editor);
  if (!last) return null;
  const { id, name, decision } = last;
  return { id, name, decision: isTaken(decision) ? "taken" : (decision as LastDecision["decision"]) };
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
