import { z } from "zod";
import { type Queryable, readDb, type StagedRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import type { Change } from "./changes.server";
import { expertChanges } from "./compare-people.server";
import {
  countWithIdentifiers,
  inShortTransaction,
  rowCounts,
  rowsWith,
  type Staged,
  setState,
} from "./import-rows.server";

export type { Change } from "./changes.server";

export const REVIEW_PAGE_SIZE = 25;

type Outcome = StagedRow["outcome"];

export function reviewedOutcome(text: string | null): Outcome {
  return OUTCOMES.find((outcome) => outcome === text) ?? "changed";
}

const OUTCOMES: Outcome[] = ["new", "changed", "question", "error"];

export interface ReviewedRow {
  position: number;
  row: number;
  name: string;
  detail: string;
  isChoice: boolean;
  isTaken: boolean;
  answer: string;
  changes: Change[];
  candidates: { id: string; slug: string; name: string; title: string; changes: Change[] }[];
}

/** `page` starts at 1. */
export async function reviewPage(
  _admin: Admin,
  importId: string,
  { outcome, page }: { outcome: Outcome; page: number },
): Promise<{ rows: ReviewedRow[]; total: number }> {
  const counts = await rowCounts(importId);
  const total = counts.filter((row) => row.outcome === outcome).reduce((sum, { count }) => sum + count, 0);
  const staged = await rowsWith(importId, outcome, REVIEW_PAGE_SIZE, (page - 1) * REVIEW_PAGE_SIZE);
  const rows: ReviewedRow[] = [];
  for (const one of staged) rows.push(await reviewed(one));
  return { rows, total };
}

export type ImportSummary = Awaited<ReturnType<typeof importReview>>;

/** The changes of a checked import, and its first errors. */
export async function importReview(admin: Admin, importId: string) {
  const counts = await rowCounts(importId);
  const sum = (fits: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(fits).reduce((all, { count }) => all + count, 0);
  const outcomes = Object.fromEntries(OUTCOMES.map((one) => [one, sum(({ outcome }) => outcome === one)]));
  return {
    taken: sum(({ state }) => state === "waiting"),
    withIdentifiers: await countWithIdentifiers(importId),
    unanswered: sum(({ outcome, state }) => outcome === "question" && state === "out"),
    outcomes: outcomes as Record<Outcome, number>,
    errors: (await reviewPage(admin, importId, { outcome: "error", page: 1 })).rows,
  };
}

async function reviewed(row: Staged): Promise<ReviewedRow> {
  const { position, name, detail, state, answer } = row;
  const [isChoice, isTaken] = [row.outcome !== "error", state !== "out"];
  const shown = { position, row: row.row, name, detail, isChoice, isTaken, answer };
  return { ...shown, changes: await changesOf(row), candidates: await candidatesOf(row) };
}

async function changesOf(row: Staged): Promise<Change[]> {
  if (row.outcome !== "changed" || row.step === null || row.subjectRowId === null) return [];
  const subject = readDb.selectFrom("experts").selectAll().where("rowId", "=", row.subjectRowId);
  const expert = await subject.executeTakeFirst();
  return expert ? expertChanges(expert, row.step) : [];
}

async function candidatesOf({ outcome, step }: Staged): Promise<ReviewedRow["candidates"]> {
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
});

/** Selects or skips a page's rows and answers questions. Throws "invalid". */
export async function chooseRows(_admin: Admin, importId: string, input: Record<string, unknown>): Promise<void> {
  const { shown, taken } = parse(Choice, input);
  await inShortTransaction(async (tx) => {
    await refuseUnlessChecked(tx, importId);
    const rows = await tx
      .selectFrom("importRows")
      .selectAll()
      .where("importId", "=", importId)
      .where("position", "in", shown)
      .execute();
    for (const row of rows) {
      if (row.outcome === "question") {
        const answer = answerIn(row, input[`answer-${row.position}`]);
        await setState(tx, row, { answer, state: answer ? "waiting" : "out" });
      } else if (row.outcome !== "error") {
        await setState(tx, row, { state: taken.includes(row.position) ? "waiting" : "out" });
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

const AT_ONCE = 500;

/** Selects or skips all rows of an outcome; questions become new people. */
export async function chooseAll(
  _admin: Admin,
  importId: string,
  { outcome, isTaken }: { outcome: Outcome; isTaken: boolean },
): Promise<void> {
  if (outcome === "error") throw new AppError("invalid", "What has errors cannot be imported.");
  const answer = outcome === "question" && isTaken ? "new" : "";
  for (let after: number | undefined = -1; after !== undefined; ) {
    const from = after;
    after = await inShortTransaction(async (tx) => {
      await refuseUnlessChecked(tx, importId);
      const positions = await positionsAfter(tx, importId, outcome, from);
      await tx
        .updateTable("importRows")
        .set({ state: isTaken ? "waiting" : "out", answer })
        .where("importId", "=", importId)
        .where("position", "in", positions)
        .execute();
      return positions.at(-1);
    });
  }
}

async function positionsAfter(tx: Queryable, importId: string, outcome: Outcome, after: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("importRows")
    .select("position")
    .where("importId", "=", importId)
    .where("outcome", "=", outcome)
    .where("position", ">", after)
    .orderBy("position")
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ position }) => position);
}

async function refuseUnlessChecked(tx: typeof readDb, importId: string): Promise<void> {
  const row = await tx.selectFrom("imports").select("phase").where("id", "=", importId).executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such import.");
  if (row.phase !== "checked") throw new AppError("conflict", "This import is being written, or is not checked yet.");
}
