/** Runs a use case with a fault at each of its steps in turn, and says where a promise was broken. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { dump, shapeOf } from "../support/changed-rows";
import { type Step, withFault } from "../support/faults";

/** Runs a use case and returns the answer to its client. */
export type Attempt = () => Promise<Response>;

export interface UseCase {
  /** Makes what one call works on, and gives that call. Each call changes the same things. */
  prepare(): Promise<Attempt>;
  /** Tables, with their search, whose rows are no part of it, and why an attempt that was refused may have changed them. */
  beside?: Partial<Record<string, string>>;
  /** Tells whether an answer that promises less than all is true. */
  isTrue?(answer: never): Promise<boolean>;
}

/** Returns the broken promises as sentences, or an empty list. */
export async function faultsAtEveryStep(useCase: UseCase): Promise<string[]> {
  const { prepare } = useCase;
  // The first of its kind fills what later ones find, such as words for the search.
  await attempt(await prepare(), 0);
  const faultlessRun = await attempt(await prepare(), 0);
  if (!faultlessRun.answer.ok) return [`without a fault: answered ${faultlessRun.answer.status} ${faultlessRun.text}`];

  const broken: string[] = [];
  let call = await prepare();
  for (const n of [...faultlessRun.steps.map((_, index) => index + 1), NO_FAULT]) {
    const tried = await attempt(call, n);
    const step = tried.steps[n - 1];
    const wrong = await wrongIn(tried, step, { ...useCase, whole: faultlessRun.shape });
    if (wrong)
      broken.push(`${step ? `step ${n} (${step.kind}: ${step.description.slice(0, 160)})` : "no fault"}: ${wrong}`);
    // Repeats a refused attempt unchanged, with the next fault.
    if (tried.answer.ok || wrong) call = await prepare();
  }
  return broken;
}

const NO_FAULT = 0;

interface Tried {
  answer: Response;
  text: string;
  steps: Step[];
  shape: string[];
}

async function attempt(call: Attempt, failing: number): Promise<Tried> {
  forgetTries();
  const before = dump(folder());
  const { result: answer, steps } = await withFault(failing, call);
  return { answer, text: await answer.clone().text(), steps, shape: shapeOf(before, dump(folder())) };
}

/** Matches internals that an answer must not reveal, such as the place in the code or the words of an error. */
const INNER = /\bat .*:\d+:\d+|SQLITE_|disk I\/O|EIO|ECONN/;

async function wrongIn(
  { answer, text, shape }: Tried,
  step: Step | undefined,
  { beside = {}, isTrue, whole }: UseCase & { whole: string[] },
): Promise<string> {
  const others = Object.keys(beside);
  // A commit that fails may have happened all the same: housekeeping removes its files when it did not.
  if (step?.description === "commit") others.push("files");
  const partsOf = (lines: string[]) => lines.filter((line) => !others.includes(line.split(/[ _]/, 1)[0] as string));
  const changed = partsOf(shape);
  const records = recordsIn(changed);
  const isWhole = String(records) === String(recordsIn(partsOf(whole)));
  if (answer.ok) {
    if (isWhole || (await isTrue?.(JSON.parse(text) as never))) return "";
    return `answered ${answer.status}, and changed ${records} in place of ${whole}`;
  }
  if (!step) return `answered ${answer.status} ${text}`;
  if (![502, 503, 507].includes(answer.status) || INNER.test(text)) return `answered ${answer.status} ${text}`;
  if (!JSON.parse(text).message) return `gave no reason: ${text}`;
  if (changed.length === 0) return "";
  return `answered ${answer.status}, and changed ${isWhole ? "everything" : records.join() || changed.join()}`;
}

/** Leaves out rows of the full-text search, whose number is its own affair: a made-up name adds words by chance. */
function recordsIn(lines: string[]): string[] {
  const records = lines.filter((line) => !/^\w+_(data|idx|docsize|content|config) /.test(line));
  return records.map((line) => line.replace(/^searchWords .*/, "searchWords"));
}

/** Returns the numbers of the first and last step of each kind. */
function firstAndLast(steps: Step[]): number[] {
  const alike = ({ kind, description }: Step) =>
    kind === "database" ? description : `${kind} ${description.split(" ", 1)}`;
  const all = steps.map(alike);
  return all.flatMap((step, index) =>
    all.indexOf(step) === index || all.lastIndexOf(step) === index ? [index + 1] : [],
  );
}

/** Deletes the counts of attempts, because many attempts in a row are refused. */
function forgetTries(): void {
  const file = join(folder(), "limits.db");
  if (!existsSync(file)) return;
  const limits = new SQLite(file);
  limits.exec("DELETE FROM limits");
  limits.close();
}

export interface Work {
  run(): Promise<unknown>;
  /** Does the rest as the next round would, and gives what it came to. */
  recover(): Promise<unknown>;
}

/** Works as `faultsAtEveryStep`, for background work: its result must be the same after each fault. */
export async function recoversFromEveryStep(prepare: () => Promise<Work>): Promise<string[]> {
  await (await prepare()).run();
  const first = await prepare();
  const { steps } = await withFault(NO_FAULT, first.run);
  const expectedResult = JSON.stringify(await first.recover());
  const broken: string[] = [];
  for (const n of firstAndLast(steps)) {
    const { run, recover } = await prepare();
    const tried = await withFault(n, () => run().catch(() => {}));
    const state = await recover().then(JSON.stringify, String);
    const step = tried.steps[n - 1];
    if (state !== expectedResult)
      broken.push(`step ${n} (${step?.kind}: ${step?.description.slice(0, 160)}): ${state}`);
  }
  return broken;
}

function folder(): string {
  return process.env.DATA_DIR as string;
}
