/**
 * Reviews the results of the search for identifiers, one person after the other: an editor accepts, rejects or skips, and
 * can undo the decision.
 */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { PERSONAL_IDENTIFIERS, type PersonalIdentifier } from "~/models/records/experts/identifiers";
import { auditExpert, expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { isListed } from "~/models/records/listings/listing.server";
import { publish } from "~/models/records/publish/publish.server";

/** A stored candidate with bare identifiers, "" while unknown. */
export interface FoundIdentity extends Record<PersonalIdentifier, string> {
  key: string;
  name: string;
  description: string;
  employers: string[];
  works: string[];
  /** The evidence besides the name. */
  reasons: string[];
}

export interface IdentityToReview {
  id: string;
  slug: string;
  name: string;
  title: string;
  candidates: FoundIdentity[];
}

export interface LastIdentityDecision {
  id: string;
  name: string;
  decision: "taken" | "rejected" | "skipped";
  /** The time of the decision, which names it when it is undone. */
  at: string;
}

export interface IdentityReview {
  /** null if nobody waits for a decision. */
  person: IdentityToReview | null;
  /** The number of people who wait. */
  waiting: number;
  /** The last decision of this editor, which can be undone. */
  last: LastIdentityDecision | null;
}

const MAX_PEOPLE = 100;

/** Returns the person with the id `person`, else the next person after `after`, else the first person who waits. */
export async function identityReview(
  editor: Editor,
  { person: key = "", after = "" }: { person?: string; after?: string } = {},
): Promise<IdentityReview> {
  const person = (await waitingPerson({ key })) ?? (await waitingPerson({ after })) ?? (await waitingPerson({}));
  return { person, waiting: await countWaitingIdentities(), last: await lastDecision(editor) };
}

/** Counts the people who wait for a decision. */
export async function countWaitingIdentities(): Promise<number> {
  const people = openCandidates().select("identityCandidates.expertRowId").distinct();
  const count = readDb.selectFrom(people.as("waiting")).select((eb) => eb.fn.countAll<number>().as("people"));
  return Number((await count.executeTakeFirstOrThrow()).people);
}

/** Returns the first 100 people who wait for a decision. */
export async function waitingIdentities(_editor: Editor): Promise<IdentityToReview[]> {
  const ids = openCandidates()
    .select("identityCandidates.expertRowId")
    .distinct()
    .orderBy("identityCandidates.expertRowId");
  const people = await ids.limit(MAX_PEOPLE).execute();
  return readPeople(people.map(({ expertRowId }) => expertRowId));
}

/** Selects the undecided candidates of people who have no identifier. */
function openCandidates() {
  return readDb
    .selectFrom("identityCandidates")
    .innerJoin("experts", "experts.rowId", "identityCandidates.expertRowId")
    .where("identityCandidates.decision", "=", "")
    .where("experts.orcid", "=", "")
    .where("experts.wikidata", "=", "")
    .where("experts.openalex", "=", "")
    .where(isListed);
}

async function waitingPerson({ key, after }: { key?: string; after?: string }): Promise<IdentityToReview | null> {
  if (key === "" || after === "") return null;
  let people = openCandidates().select("identityCandidates.expertRowId");
  if (key) people = people.where("experts.id", "=", key);
  if (after) {
    const afterRowId = readDb.selectFrom("experts").select("rowId").where("id", "=", after);
    people = people.where("identityCandidates.expertRowId", ">", afterRowId);
  }
  const firstPerson = await people.orderBy("identityCandidates.expertRowId").limit(1).executeTakeFirst();
  return firstPerson ? ((await readPeople([firstPerson.expertRowId]))[0] ?? null) : null;
}

async function readPeople(rowIds: number[]): Promise<IdentityToReview[]> {
  if (rowIds.length === 0) return [];
  const rows = await openCandidates()
    .select(["experts.id", "experts.slug", "experts.name as expertName", "experts.title"])
    .select(["key", "identityCandidates.orcid", "identityCandidates.wikidata", "identityCandidates.openalex"])
    .select(["identityCandidates.name", "description", "employers", "identityCandidates.works", "reasons"])
    .where("identityCandidates.expertRowId", "in", rowIds)
    .orderBy("identityCandidates.expertRowId")
    .orderBy("position")
    .orderBy("key")
    .execute();
  const people = new Map<string, IdentityToReview>();
  for (const { id, slug, expertName, title, employers, works, reasons, ...candidate } of rows) {
    const person = people.get(id) ?? { id, slug, name: expertName, title, candidates: [] };
    const lists = { employers: JSON.parse(employers), works: JSON.parse(works), reasons: JSON.parse(reasons) };
    person.candidates.push({ ...candidate, ...lists });
    people.set(id, person);
  }
  return [...people.values()];
}

export const IdentityDecision = z.object({
  expert: z.string("Please say whose identifiers these are.").min(1, "Please say whose identifiers these are."),
  decision: z.enum(["take", "reject", "skip"], "Please choose what to do with the identifiers."),
  /** The identifiers of the candidate, as the review gives them. */
  key: z.string().max(400).optional(),
});

/**
 * Writes the identifiers of a candidate into the record, rejects the candidate, or skips the person; rejected candidates and
 * skipped people are not offered again. Throws "missing", "invalid"; "conflict" if the person has an identifier or a decision by now.
 */
export async function decideIdentity(editor: Editor, input: unknown): Promise<void> {
  const { expert, decision, key } = parse(IdentityDecision, input);
  const { rowId } = await expertForAdmin(editor, expert);
  if (decision !== "skip" && key === undefined) throw new AppError("invalid", "Please choose a candidate.");
  await db.transaction().execute(async (tx) => {
    // Two editors may accept two candidates at the same time.
    const row = await expertRow(tx, rowId);
    if (PERSONAL_IDENTIFIERS.some((kind) => row[kind]))
      throw new AppError("conflict", "This profile has an identifier meanwhile. Nothing was changed.");
    const waitingCandidates = await tx
      .selectFrom("identityCandidates")
      .select(["key", ...PERSONAL_IDENTIFIERS])
      .where("expertRowId", "=", rowId)
      .where("decision", "=", "")
      .execute();
    const decidedCandidate = waitingCandidates.find((candidate) => candidate.key === key);
    if (decision === "skip" ? waitingCandidates.length === 0 : !decidedCandidate)
      throw new AppError("conflict", "Somebody decided about this meanwhile. Nothing was changed.");
    const record =
      decision === "take" && decidedCandidate
        ? Object.fromEntries(
            PERSONAL_IDENTIFIERS.flatMap((kind) => (decidedCandidate[kind] ? [[kind, decidedCandidate[kind]]] : [])),
          )
        : {};
    if (decision === "take")
      // Passes `isCompared`, because only candidates with evidence besides the name are stored.
      await publish(tx, editor, "experts", { cause: "identified", rowId, record, isCompared: true });
    let updates = tx
      .updateTable("identityCandidates")
      .set({
        decision: STORED_DECISION[decision],
        taken: JSON.stringify(record),
        decidedAt: new Date().toISOString(),
        decidedBy: editor.id,
      })
      .where("expertRowId", "=", rowId)
      .where("decision", "=", "");
    if (decision !== "skip") updates = updates.where("key", "=", key ?? "");
    await updates.execute();
    if (decision === "reject") await auditExpert(tx, editor, "identifiers rejected", row);
    if (decision === "skip") await auditExpert(tx, editor, "identifiers skipped", row);
  });
}

export const OTHER_DECISION = "This is no longer your latest decision. Nothing was undone.";

const STORED_DECISION = { take: "taken", reject: "rejected", skip: "skipped" } as const;

/**
 * Undoes the editor's latest decision, and returns the person's id; each call undoes one more decision. Throws "missing";
 * "conflict", also if the latest decision is not the one of the time `at`.
 */
export async function undoIdentityDecision(editor: Editor, { at }: { at?: unknown } = {}): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const lastCandidate = await lastRow(editor, tx);
    if (!lastCandidate) throw new AppError("missing", "You have no decision to undo.");
    if (at !== undefined && at !== lastCandidate.decidedAt) throw new AppError("conflict", OTHER_DECISION);
    const writtenIdentifiers = JSON.parse(lastCandidate.taken || "{}") as Partial<Record<PersonalIdentifier, string>>;
    const kinds = Object.keys(writtenIdentifiers) as PersonalIdentifier[];
    if (kinds.some((kind) => lastCandidate[kind] !== writtenIdentifiers[kind]))
      throw new AppError(
        "conflict",
        "Somebody changed the identifiers of this profile meanwhile. Your decision was not undone.",
      );
    if (kinds.length > 0) {
      const record = Object.fromEntries(kinds.map((kind) => [kind, ""]));
      await publish(tx, editor, "experts", {
        cause: "identified",
        rowId: lastCandidate.rowId,
        record,
        isCompared: true,
      });
    }
    await tx
      .updateTable("identityCandidates")
      .set({ decision: "", taken: "", decidedAt: "", decidedBy: null })
      .where("expertRowId", "=", lastCandidate.rowId)
      .where("decidedBy", "=", editor.id)
      .where("decidedAt", "=", lastCandidate.decidedAt)
      .execute();
    return lastCandidate.id;
  });
}

async function lastDecision(editor: Editor): Promise<LastIdentityDecision | null> {
  const lastCandidate = await lastRow(editor, readDb);
  return lastCandidate
    ? {
        id: lastCandidate.id,
        name: lastCandidate.name,
        decision: lastCandidate.decision as LastIdentityDecision["decision"],
        at: lastCandidate.decidedAt,
      }
    : null;
}

function lastRow(editor: Editor, from: Queryable) {
  return from
    .selectFrom("identityCandidates")
    .innerJoin("experts", "experts.rowId", "identityCandidates.expertRowId")
    .select(["experts.id", "experts.rowId", "experts.name", "experts.orcid", "experts.wikidata", "experts.openalex"])
    .select(["decision", "taken", "decidedAt"])
    .where("decidedBy", "=", editor.id)
    .where("experts.deletedAt", "is", null)
    .orderBy("decidedAt", "desc")
    .limit(1)
    .executeTakeFirst();
}
