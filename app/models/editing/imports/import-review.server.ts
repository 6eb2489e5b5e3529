import { z } from "zod";
import { type Queryable, readDb, type StagedRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { VersionRead } from "~/models/base/input/versions.server";
import { sliceWellFormed } from "~/models/base/text/content-text";
import { EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { expertValueFormatter } from "~/models/records/experts/shown.server";
import type { Change } from "./changes.server";
import { expertChanges } from "./compare-people.server";
import { DOUBTS, type Doubt, isDoubt } from "./doubts.server";
import { columnNames, topicsToMake } from "./import.server";
import {
  countShown,
  countUnanswered,
  countWithIdentifiers,
  inShortTransaction,
  type ParsedRow,
  type RowFilter,
  rowCounts,
  rowsShown,
  setState,
} from "./import-rows.server";
import { type CellProblem, PROBLEM_LABELS } from "./person.server";
import { refuseStalePage } from "./version.server";

export type { Change } from "./changes.server";

export const REVIEW_PAGE_SIZE = 25;

type Outcome = StagedRow["outcome"];

export const REVIEW_FILTERS = {
  new: "New",
  changed: "Changed",
  question: "Questions",
  noted: "With notes",
  refused: "Refused",
  same: "Same",
  all: "All rows",
} as const;
export type ReviewFilter = keyof typeof REVIEW_FILTERS;

export function reviewFilter(text: string | null): ReviewFilter {
  return text !== null && Object.hasOwn(REVIEW_FILTERS, text) ? (text as ReviewFilter) : "all";
}

const OUTCOMES: Outcome[] = ["new", "changed", "question", "same", "error"];

/** Describes a problem, such as "Year of birth: “soon” is not a year." */
export function problemText(columns: string[], { column, kind, text }: CellProblem): string {
  const heading = column < 0 ? "" : columns[column] || `Column ${column + 1}`;
  return `${heading && `${heading}: `}${text ? `“${text}” ` : "it "}${PROBLEM_LABELS[kind]}.`;
}

export interface ReviewedRow {
  position: number;
  row: number;
  name: string;
  detail: string;
  isChoice: boolean;
  isTaken: boolean;
  answer: string;
  state: ParsedRow["state"];
  outcome: Outcome;
  slug: string | null;
  problems: string[];
  /** The cells of the table's row. */
  source: { heading: string; text: string }[];
  /** True if the row may not be a person. */
  isDoubted: boolean;
  /** The fields of a new person. */
  values: { label: string; text: string }[];
  changes: Change[];
  candidates: { id: string; slug: string; name: string; title: string; changes: Change[] }[];
}

/** Returns a page of the rows of an import that match a filter; `page` starts at 1. */
export async function reviewPage(
  admin: Admin,
  importId: string,
  { page, ...filter }: RowFilter & { page: number },
): Promise<{ rows: ReviewedRow[]; total: number }> {
  const stagedRows = await rowsShown(importId, filter, REVIEW_PAGE_SIZE, (page - 1) * REVIEW_PAGE_SIZE);
  const columns = stagedRows.some(({ source }) => source.length > 0) ? await columnNames(admin, importId) : [];
  const formatValue = await newValueFormatter(admin, importId);
  const rows: ReviewedRow[] = [];
  for (const row of stagedRows) rows.push(await toReviewedRow(row, columns, formatValue));
  return { rows, total: await countShown(importId, filter) };
}

/** Limits the refused rows that the import's page shows. */
const MAX_REFUSED_ROWS = 10;

export type ImportSummary = Awaited<ReturnType<typeof importReview>>;

/** Summarises a checked import: the numbers of rows by outcome and choice, and the first refused rows. */
export async function importReview(_admin: Admin, importId: string) {
  const counts = await rowCounts(importId);
  const countRows = (isCounted: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(isCounted).reduce((total, { count }) => total + count, 0);
  const doubts = await doubtsOf(importId);
  const doubtedCount = doubts.reduce((total, { rows }) => total + rows, 0);
  const outcomes = Object.fromEntries(OUTCOMES.map((kind) => [kind, countRows(({ outcome }) => outcome === kind)]));
  return {
    taken: countRows(({ state }) => state === "waiting"),
    withIdentifiers: await countWithIdentifiers(importId),
    leftOut: countRows(({ outcome, state }) => outcome === "changed" && state === "out"),
    unanswered: countRows(({ outcome, state }) => outcome === "question" && state === "out") - doubtedCount,
    doubts,
    outcomes: outcomes as Record<Outcome, number>,
    noted: await countShown(importId, { show: "noted" }),
    refused: (await rowsShown(importId, { show: "refused" }, MAX_REFUSED_ROWS, 0)).map(
      ({ position, row, name, detail }) => ({
        position,
        row,
        name,
        detail,
      }),
    ),
  };
}

/** Counts the unanswered questions whether a row is a person, by the kind of doubt. */
async function doubtsOf(importId: string): Promise<{ kind: Doubt; mark: string; rows: number }[]> {
  const kinds = Object.keys(DOUBTS) as Doubt[];
  const counts = kinds.map(async (kind) => ({
    kind,
    mark: doubtMark(kind),
    rows: await countUnanswered(importId, doubtMark(kind)),
  }));
  return (await Promise.all(counts)).filter(({ rows }) => rows > 0);
}

const doubtMark = (kind: Doubt) => `-1:${kind}`;

type FormatNewValue = (field: ExpertField, value: unknown) => string;

/** Returns a function that formats values for people; topics that the import makes have their names, too. */
async function newValueFormatter(admin: Admin, importId: string): Promise<FormatNewValue> {
  const format = await expertValueFormatter();
  const names = new Map((await topicsToMake(admin, importId)).map(({ slug, name }) => [slug, name]));
  return (field, value) => {
    const entries = [format(field, value)].flat();
    return entries.map((entry) => (field === "topics" ? (names.get(entry) ?? entry) : entry)).join("\n");
  };
}

async function toReviewedRow(row: ParsedRow, columns: string[], formatValue: FormatNewValue): Promise<ReviewedRow> {
  const { position, name, detail, state, answer, outcome } = row;
  const isChoice = outcome === "new" || outcome === "changed" || outcome === "question";
  const view = { position, row: row.row, name, detail, isChoice, isTaken: state !== "out", answer, state, outcome };
  const source = row.source.flatMap((text, index) =>
    text ? [{ heading: columns[index] ?? "", text: sliceWellFormed(text, 0, 400) }] : [],
  );
  const problems = row.problems.map((problem) => problemText(columns, problem));
  const isDoubted = row.problems.some(({ kind }) => isDoubt(kind));
  const subject = { slug: await slugOf(row), source, problems, isDoubted, values: valuesOf(row, formatValue) };
  return { ...view, ...subject, changes: await changesOf(row), candidates: await candidatesOf(row) };
}

async function slugOf({ subjectRowId }: ParsedRow): Promise<string | null> {
  if (subjectRowId === null) return null;
  const row = await readDb.selectFrom("experts").select("slug").where("rowId", "=", subjectRowId).executeTakeFirst();
  return row?.slug ?? null;
}

function valuesOf({ outcome, step }: ParsedRow, formatValue: FormatNewValue): ReviewedRow["values"] {
  if (!step || outcome === "changed") return [];
  // The record of a question also has the fields for editors and the state, which follow or are chosen for all rows.
  const fields = Object.keys(step.record).filter((field): field is ExpertField => Object.hasOwn(EXPERT_LABELS, field));
  const values = fields.map((field) => ({
    label: EXPERT_LABELS[field],
    text: sliceWellFormed(formatValue(field, step.record[field]), 0, 1_000),
  }));
  const editorValues = [
    { label: "Notes for editors", text: step.notes },
    { label: "Sorts as", text: step.sortName },
  ];
  return [...values, ...editorValues].filter(({ text }) => text.trim() !== "");
}

async function changesOf(row: ParsedRow): Promise<Change[]> {
  if (row.outcome !== "changed" || row.step === null || row.subjectRowId === null) return [];
  const subject = readDb.selectFrom("experts").selectAll().where("rowId", "=", row.subjectRowId);
  const expert = await subject.executeTakeFirst();
  return expert ? expertChanges(expert, row.step) : [];
}

async function candidatesOf({ outcome, step }: ParsedRow): Promise<ReviewedRow["candidates"]> {
  if (outcome !== "question" || !step) return [];
  const { slug: _, ...record } = step.record;
  const rows = await readDb
    .selectFrom("experts")
    .selectAll()
    .where("id", "in", step.candidates)
    .where("deletedAt", "is", null)
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const { id, slug, name, title } = row;
      return { id, slug, name, title, changes: await expertChanges(row, { record }) };
    }),
  );
}

const Choice = z.object({
  shown: z.array(z.coerce.number().int()).max(REVIEW_PAGE_SIZE).default([]),
  taken: z.array(z.coerce.number().int()).max(REVIEW_PAGE_SIZE).default([]),
  version: VersionRead,
});

/** Selects or skips the rows of a page, and stores the answers to questions. Throws "invalid", "missing", "conflict". */
export async function chooseRows(_admin: Admin, importId: string, input: Record<string, unknown>): Promise<void> {
  const { shown: shownPositions, taken: takenPositions, version } = parse(Choice, input);
  await inShortTransaction(async (tx) => {
    await requireChecked(tx, importId, version);
    const rows = await tx
      .selectFrom("importRows")
      .selectAll()
      .where("importId", "=", importId)
      .where("position", "in", shownPositions)
      .execute();
    for (const row of rows) {
      if (row.outcome === "question") {
        const answer = answerIn(row, input[`answer-${row.position}`]);
        await setState(tx, row, { answer, state: answer ? "waiting" : "out" });
      } else if (row.outcome === "new" || row.outcome === "changed") {
        await setState(tx, row, { state: takenPositions.includes(row.position) ? "waiting" : "out" });
      }
    }
  });
}

function answerIn({ step }: StagedRow, answer: unknown): string {
  if (answer === undefined || answer === "") return "";
  const { candidates } = JSON.parse(step ?? "{}") as { candidates: string[] };
  if (answer === "new" || (typeof answer === "string" && candidates.includes(answer))) return answer;
  throw new AppError("invalid", "Please choose one of the answers.");
}

const BATCH_SIZE = 500;

/** Selects or skips all rows of an outcome, or all rows with one problem. Selected questions without an answer become new people. */
export async function chooseAll(
  _admin: Admin,
  importId: string,
  { outcome, isTaken, mark, version }: { outcome: Outcome; isTaken: boolean; mark?: string; version?: string },
): Promise<void> {
  if (outcome === "error" || outcome === "same") throw new AppError("invalid", "These rows cannot be imported.");
  const answer = outcome === "question" && isTaken ? "new" : "";
  for (let lastPosition: number | undefined = -1; lastPosition !== undefined; ) {
    const from = lastPosition;
    lastPosition = await inShortTransaction(async (tx) => {
      await requireChecked(tx, importId, version);
      const positions = await positionsAfter(tx, importId, { outcome, mark, after: from });
      await tx
        .updateTable("importRows")
        .set({ state: isTaken ? "waiting" : "out", answer })
        .where("importId", "=", importId)
        .where("position", "in", positions)
        .$if(answer === "new", (rows) => rows.where("answer", "=", ""))
        .execute();
      return positions.at(-1);
    });
  }
}

async function positionsAfter(
  tx: Queryable,
  importId: string,
  { outcome, mark, after }: { outcome: Outcome; mark?: string; after: number },
): Promise<number[]> {
  let query = tx.selectFrom("importRows").select("position").where("importId", "=", importId);
  query = query.where("outcome", "=", outcome).where("position", ">", after);
  if (mark) query = query.where("marks", "like", `% ${mark} %`);
  const rows = await query.orderBy("position").limit(BATCH_SIZE).execute();
  return rows.map(({ position }) => position);
}

async function requireChecked(tx: Queryable, importId: string, version: string | undefined): Promise<void> {
  const columns = tx.selectFrom("imports").select(["phase", "reading", "jobId"]);
  const row = await columns.where("id", "=", importId).executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such import.");
  if (row.phase !== "checked") throw new AppError("conflict", "This import is being written, or is not checked yet.");
  refuseStalePage(row, version);
}
