/** Proposes positions from ORCID and Wikidata that a record lacks, each with its source; an editor accepts them or not. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { db, type ExpertRow, words } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { httpUrl } from "~/models/base/web/urls";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { identifierUrl } from "~/models/records/experts/identifiers";
import { ENDED, entryOfPosition, isPresent, type Position, parsePosition } from "~/models/records/experts/positions";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { type AskOptions, OpenDataProblem } from "~/services/open-data.server";
import { orcidEmployments } from "~/services/orcid.server";
import { wikidataPositions } from "~/services/wikidata.server";

export interface ProposedPosition {
  /** A checksum of the proposal without its date: if the registry changes the position, the key changes. */
  key: string;
  position: Position;
  /** The index of the record's position that the proposal replaces; null if the proposal adds a position. */
  instead: number | null;
}

export interface ProposedPositions {
  proposals: ProposedPosition[];
  /** The number of the registries' positions that the record already has. */
  alreadyThere: number;
  /** A sentence for each registry that did not answer. */
  problems: string[];
}

const TIME_LIMIT_MS = 15_000;

/**
 * Requests positions from the registries whose identifier the record has. Throws "missing", "conflict", and OpenDataProblem
 * if requests are switched off.
 */
export async function proposedPositions(editor: Editor, key: string): Promise<ProposedPositions> {
  return proposalsFor(await expertForAdmin(editor, key));
}

async function proposalsFor({ name, orcid, wikidata, positions }: PositionFields): Promise<ProposedPositions> {
  if (!orcid && !wikidata)
    throw new AppError("conflict", "Neither an ORCID iD nor a Wikidata identifier is known of this person.");
  const problems: string[] = [];
  const askOptions = { signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  const collect = (request: Promise<Position[]>) => request.catch((error) => noteProblem(error, problems));
  const [positionsAtOrcid, positionsAtWikidata] = await Promise.all([
    orcid ? collect(requestFromOrcid({ name, orcid }, askOptions)) : [],
    wikidata ? collect(requestFromWikidata({ name, wikidata }, askOptions)) : [],
  ]);
  const recordedPositions = (JSON.parse(positions) as string[]).map(parsePosition);
  const registeredPositions = [...positionsAtOrcid, ...positionsAtWikidata];
  const proposals = registeredPositions.flatMap((position) => proposalOf(position, recordedPositions));
  return { proposals, alreadyThere: registeredPositions.length - proposals.length, problems };
}

type PositionFields = Pick<ExpertRow, "name" | "orcid" | "wikidata" | "positions">;

export const TakenPositions = z.object({
  take: z
    .array(z.string().max(100), "Please choose positions.")
    .min(1, "Please choose positions.")
    .max(100, "Please choose at most 100 positions."),
  updatedAt: z.string().optional(),
});

/** Writes the chosen positions into the record, after asking the registries again. Throws "missing", "invalid", "conflict", EditConflict. */
export async function takePositions(editor: Editor, key: string, input: unknown): Promise<Expert> {
  const { take: takenKeys, updatedAt } = parse(TakenPositions, input);
  const row = await expertForAdmin(editor, key);
  const { proposals } = await proposalsFor(row);
  const chosenProposals = proposals.filter((proposal) => takenKeys.includes(proposal.key));
  if (chosenProposals.length < new Set(takenKeys).size)
    throw new AppError("conflict", "The registries have changed since you looked. Please look again.");
  const replacedIndexes = new Set(chosenProposals.map(({ instead: replacedIndex }) => replacedIndex));
  const otherPositions = (JSON.parse(row.positions) as string[]).filter((_, index) => !replacedIndexes.has(index));
  const positions = chosenProposals.reduce((entries, { position }) => withPosition(entries, position), otherPositions);
  return db.transaction().execute(async (tx) => {
    const { row: savedRow } = await publish(tx, editor, "experts", {
      cause: "edited",
      rowId: row.rowId,
      record: { positions },
      expectedUpdatedAt: updatedAt ?? row.updatedAt,
    });
    return toExpert(savedRow);
  });
}

function noteProblem(error: unknown, problems: string[]): never[] {
  if (!(error instanceof OpenDataProblem) || error.kind === "off") throw error;
  problems.push(error.message);
  return [];
}

async function requestFromOrcid(
  { name, orcid }: { name: string; orcid: string },
  askOptions: AskOptions,
): Promise<Position[]> {
  const source = { url: identifierUrl("orcid", orcid), title: `${name}, ORCID` };
  return (await orcidEmployments(orcid, askOptions)).map(
    ({ department, assertedBy, changedAt, institution, ...employment }) => ({
      ...employment,
      role: [employment.role, department].filter(Boolean).join(", "),
      institution: { ...institution, url: "" },
      to: employment.to || null,
      source,
      assertedBy: assertedBy ? `${assertedBy}, at ORCID` : `${name}, at ORCID`,
      checkedAt: changedAt,
      disputed: null,
    }),
  );
}

async function requestFromWikidata(
  { name, wikidata }: { name: string; wikidata: string },
  askOptions: AskOptions,
): Promise<Position[]> {
  const item = { url: identifierUrl("wikidata", wikidata), title: `${name}, Wikidata` };
  const today = new Date().toISOString().slice(0, "2026-01-01".length);
  return (await wikidataPositions(wikidata, askOptions)).map(
    ({ reference, retrievedAt, institution, to, ...details }) => ({
      ...details,
      institution: { ...institution, url: "" },
      city: "",
      country: "",
      to: to === "" ? ENDED : to,
      source: httpUrl(reference)
        ? { url: reference, title: `${new URL(reference).hostname}, named by Wikidata` }
        : item,
      assertedBy: "Wikidata",
      checkedAt: retrievedAt || today,
      disputed: null,
    }),
  );
}

/** Returns the proposal for a position; nothing if the record has it already. */
function proposalOf(position: Position, recordedPositions: Position[]): ProposedPosition[] {
  const index = recordedPositions.findIndex((candidate) => isSamePost(candidate, position));
  const samePost = recordedPositions[index];
  if (samePost && addsNothing(position, samePost)) return [];
  const proposedPosition = samePost ? fillGaps(position, samePost) : position;
  // Leaves out the date, which can be today's: an editor may look before midnight and accept after it.
  const undatedEntry = entryOfPosition({ ...proposedPosition, checkedAt: "" });
  const key = createHash("sha256").update(undatedEntry).digest("hex").slice(0, 16);
  return [{ key, position: proposedPosition, instead: samePost ? index : null }];
}

const normalize = (text: string) => words(text).join(" ");
const yearOf = (day: string | null) => (day === null || day === ENDED ? "" : day.slice(0, 4));

/** Tells whether two positions are at one institution and contradict each other neither in role nor in first year. */
function isSamePost(position: Position, otherPosition: Position): boolean {
  const [name, otherName] = [normalize(position.institution.name), normalize(otherPosition.institution.name)];
  const isSameInstitution =
    (position.institution.ror !== "" && position.institution.ror === otherPosition.institution.ror) ||
    (name !== "" && name === otherName);
  const [role, otherRole] = [normalize(position.role), normalize(otherPosition.role)];
  const isSameRole = !role || !otherRole || role.includes(otherRole) || otherRole.includes(role);
  const [firstYear, otherFirstYear] = [yearOf(position.from), yearOf(otherPosition.from)];
  return isSameInstitution && isSameRole && (!firstYear || !otherFirstYear || firstYear === otherFirstYear);
}

function addsNothing(position: Position, recordedPosition: Position): boolean {
  const addsEnd =
    !isPresent(position) &&
    (isPresent(recordedPosition) || (yearOf(position.to) !== "" && !yearOf(recordedPosition.to)));
  return !addsEnd && !(position.from && !recordedPosition.from) && !(position.role && !recordedPosition.role);
}

function fillGaps(position: Position, recordedPosition: Position): Position {
  const { institution } = recordedPosition;
  return {
    ...position,
    role: position.role || recordedPosition.role,
    institution: {
      name: position.institution.name || institution.name,
      ror: position.institution.ror || institution.ror,
      url: institution.url,
    },
    city: position.city || recordedPosition.city,
    country: position.country || recordedPosition.country,
    from: position.from || recordedPosition.from,
    to: position.to ?? recordedPosition.to,
    disputed: recordedPosition.disputed,
  };
}

/** Inserts a position before the first position that ended earlier, so that the latest comes first. */
function withPosition(entries: string[], position: Position): string[] {
  const latestYear = (position: Position) =>
    isPresent(position) ? "9999" : yearOf(position.to) || yearOf(position.from);
  const index = entries.findIndex((entry) => latestYear(parsePosition(entry)) < latestYear(position));
  const insertIndex = index === -1 ? entries.length : index;
  return entries.toSpliced(insertIndex, 0, entryOfPosition(position));
}
