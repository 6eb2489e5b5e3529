/** Runs a use case with a fault at each of its steps in turn, and says where a promise was broken. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { dump, shapeOf } from "../support/changed-rows";
import { type Step, withFault } from "../support/faults";

/** Runs a use case and returns the answer to its client. */
export type Attempt = () => Promise<Response>;

export interface UseCase {
  /** Makes the rows that one call works on, and returns the call. Each call changes the same kinds of rows. */
  prepare(): Promise<Attempt>;
  /** Tables whose rows a refused attempt may change, each with the reason. Their search indexes are included. */
  allowedChanges?: Partial<Record<string, string>>;
  /** Tells whether an answer that promises only a part is true. */
  isTrue?(answer: never): Promise<boolean>;
}

/** Returns the broken promises as sentences, or an empty list. */
export async function faultsAtEveryStep(useCase: UseCase): Promise<string[]> {
  const { prepare } = useCase;
  // The first run adds rows that later runs find, such as words for the search.
  await attempt(await prepare(), 0);
  const faultlessRun = await attempt(await prepare(), 0);
  if (!faultlessRun.answer.ok) return [`without a fault: answered ${faultlessRun.answer.status} ${faultlessRun.text}`];

  const brokenPromises: string[] = [];
  let call = await prepare();
  for (const n of [...faultlessRun.steps.map((_, index) => index + 1), NO_FAULT]) {
    const result = await attempt(call, n);
    const step = result.steps[n - 1];
    const problem = await problemOf(result, step, { ...useCase, faultlessShape: faultlessRun.shape });
    if (problem)
      brokenPromises.push(
        `${step ? `step ${n} (${step.kind}: ${step.description.slice(0, 160)})` : "no fault"}: ${problem}`,
      );
    // Repeats a refused attempt unchanged, with the next fault.
    if (result.answer.ok || problem) call = await prepare();
  }
  return brokenPromises;
}

const NO_FAULT = 0;

interface AttemptResult {
  answer: Response;
  text: string;
  steps: Step[];
  shape: string[];
}

async function attempt(call: Attempt, failingStep: number): Promise<AttemptResult> {
  deleteAttemptCounts();
  const rowsBefore = dump(folder());
  const { result: answer, steps } = await withFault(failingStep, call);
  return { answer, text: await answer.clone().text(), steps, shape: shapeOf(rowsBefore, dump(folder())) };
}

/** Matches internals that an answer must not reveal, such as the place in the code or the words of an error. */
const INTERNAL_DETAILS = /\bat .*:\d+:\d+|SQLITE_|disk I\/O|EIO|ECONN/;

async function problemOf(
  { answer, text, shape }: AttemptResult,
  step: Step | undefined,
  { allowedChanges = {}, isTrue, faultlessShape }: UseCase & { faultlessShape: string[] },
): Promise<string> {
  const ignoredTables = Object.keys(allowedChanges);
  // A commit that fails may have happened all the same: housekeeping removes its files when it did not.
  if (step?.description === "commit") ignoredTables.push("files");
  const partsOf = (lines: string[]) =>
    lines.filter((line) => !ignoredTables.includes(line.split(/[ _]/, 1)[0] as string));
  const changedLines = partsOf(shape);
  const records = recordsIn(changedLines);
  const isWhole = String(records) === String(recordsIn(partsOf(faultlessShape)));
  if (answer.ok) {
    if (isWhole || (await isTrue?.(JSON.parse(text) as never))) return "";
    return `answered ${answer.status}, and changed ${records} in place of ${faultlessShape}`;
  }
  if (!step) return `answered ${answer.status} ${text}`;
  if (![502, 503, 507].includes(answer.status) || INTERNAL_DETAILS.test(text))
    return `answered ${answer.status} ${text}`;
  if (!JSON.parse(text).message) return `gave no reason: ${text}`;
  if (changedLines.length === 0) return "";
  return `answered ${answer.status}, and changed ${isWhole ? "everything" : records.join() || changedLines.join()}`;
}

/** Leaves out rows of the full-text search, whose number is its own affair: a made-up name adds words by chance. */
function recordsIn(lines: string[]): string[] {
  const records = lines.filter((line) => !/^\w+_(data|idx|docsize|content|config) /.test(line));
  return records.map((line) => line.replace(/^searchWords .*/, "searchWords"));
}

/** Returns the numbers of the first and last step of each kind. */
function firstAndLast(steps: Step[]): number[] {
  const kindOf = ({ kind, description }: Step) =>
    kind === "database" ? description : `${kind} ${description.split(" ", 1)}`;
  const stepKinds = steps.map(kindOf);
  return stepKinds.flatMap((step, index) =>
    stepKinds.indexOf(step) === index || stepKinds.lastIndexOf(step) === index ? [index + 1] : [],
  );
}

/** Deletes the counts of attempts, because many attempts in a row are refused. */
function deleteAttemptCounts(): void {
  const file = join(folder(), "limits.db");
  if (!existsSync(file)) return;
  const limits = new SQLite(file);
  limits.exec("DELETE FROM limits");
  limits.close();
}

export interface Work {
  run(): Promise<unknown>;
  /** Finishes the work as the next round would, and returns the final state. */
  recover(): Promise<unknown>;
}

/** Works as `faultsAtEveryStep`, for background work: its result must be the same after each fault. */
export async function recoveryProblems(prepare: () => Promise<Work>): Promise<string[]> {
  await (await prepare()).run();
  const firstWork = await prepare();
  const { steps } = await withFault(NO_FAULT, firstWork.run);
  const expectedResult = JSON.stringify(await firstWork.recover());
  const brokenPromises: string[] = [];
  for (const n of firstAndLast(steps)) {
    const { run, recover } = await prepare();
    const faultyRun = await withFault(n, () => run().catch(() => {}));
    const state = await recover().then(JSON.stringify, String);
    const step = faultyRun.steps[n - 1];
    if (state !== expectedResult)
      brokenPromises.push(`step ${n} (${step?.kind}: ${step?.description.slice(0, 160)}): ${state}`);
  }
  return brokenPromises;
}

function folder(): string {
  return process.env.DATA_DIR as string;
}
