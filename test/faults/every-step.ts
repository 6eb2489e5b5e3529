/** Runs a use case with a fault at each of its steps in turn, and says where a promise was broken. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { type Step, withFault } from "../support/faults";

/** What a use case gives: an answer to a client. */
export type Attempt = () => Promise<Response>;

export interface UseCase {
  /** Makes what one call works on, and gives that call. Each call changes the same things. */
  prepare(): Promise<Attempt>;
  /** Tables whose rows are no part of it, and why an attempt that was refused may have changed them. */
  beside?: Partial<Record<string, string>>;
}

/** Broken promises, in words; none when all hold. */
export async function faultsAtEveryStep({ prepare, beside = {} }: UseCase): Promise<string[]> {
  const broken: string[] = [];
  const kept = Object.keys(beside);
  // The first of its kind fills what later ones find, such as words for the search.
  await attempt(await prepare(), 0);
  const whole = await attempt(await prepare(), 0);
  if (!whole.answer.ok) return [`without a fault: ${whole.answer.status} ${await whole.answer.text()}`];

  let call = await prepare();
  for (const n of chosen(whole.steps)) {
    const tried = await attempt(call, n);
    const step = tried.steps[n - 1];
    const at = step
      ? `step ${n} (${step.kind}: ${step.what.slice(0, 160)})`
      : `a try that came to ${tried.steps.length} steps`;
    const wrong = step || tried.answer.ok ? await wrongIn(tried, whole.shape, kept) : `answered ${tried.answer.status}`;
    if (wrong) broken.push(`${at}: ${wrong}`);
    if (tried.answer.ok || wrong) call = await prepare();
  }
  const last = await attempt(call, 0);
  const wrong = last.answer.ok ? await wrongIn(last, whole.shape, kept) : `answered ${last.answer.status}`;
  return wrong ? [...broken, `the try after all of them: ${wrong}`] : broken;
}

interface Tried {
  answer: Response;
  text: string;
  steps: Step[];
  shape: string[];
}

async function attempt(call: Attempt, failing: number): Promise<Tried> {
  forgetTries();
  const before = dump();
  const { result, steps } = await withFault(failing, call);
  const text = await result.clone().text();
  return { answer: result, text, steps, shape: shapeOf(before, dump()) };
}

async function wrongIn({ answer, text, shape }: Tried, whole: string[], beside: string[]): Promise<string> {
  const isPart = (line: string) => !beside.includes(line.split(" ")[0] as string);
  const changed = shape.filter(isPart);
  const [records, wanted] = [changed, whole.filter(isPart)].map((lines) => lines.filter(isOfARecord)) as [
    string[],
    string[],
  ];
  const isWhole = String(records) === String(wanted);
  if (answer.ok) return isWhole ? "" : `answered ${answer.status}, and changed ${records} in place of ${wanted}`;
  if (![502, 503, 507].includes(answer.status)) return `answered ${answer.status} ${text.slice(0, 200)}`;
  if (/\bat .*:\d+:\d+|SQLITE_|disk I\/O|EIO|ECONN/.test(text)) return `told a client ${text}`;
  if (!JSON.parse(text).message) return `gave no reason: ${text}`;
  if (changed.length === 0) return "";
  return `answered ${answer.status}, and changed ${isWhole ? "everything" : records.join() || changed.join()}`;
}

/** How many rows the full-text search has for a record is its own affair. */
function isOfARecord(line: string): boolean {
  return !/^\w+_(data|idx|docsize|content|config) /.test(line);
}

/** Each step, or by default the first and the last that are alike. */
function chosen(steps: Step[]): number[] {
  const all = steps.map((_, index) => index + 1);
  if (process.env.FAULTS === "all") return all;
  const alike = ({ kind, what }: Step) => kind + what;
  return all.filter((n) => {
    const step = steps[n - 1] as Step;
    const isSame = (other: Step) => alike(other) === alike(step);
    return steps.findIndex(isSame) === n - 1 || steps.findLastIndex(isSame) === n - 1;
  });
}

/** So many tries in a row are refused. */
function forgetTries(): void {
  const file = join(process.env.DATA_DIR as string, "limits.db");
  if (!existsSync(file)) return;
  const limits = new SQLite(file);
  limits.exec("DELETE FROM limits");
  limits.close();
}

type Dump = Map<string, Map<string, string>>;

/** Every row of every table, those of the full-text search included, and every file. */
function dump(): Dump {
  const folder = process.env.DATA_DIR as string;
  const sqlite = new SQLite(join(folder, "longevity.db"), { readonly: true });
  try {
    const names = sqlite
      .prepare<[], string>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'kysely%'",
      )
      .pluck()
      .all();
    const tables = names.map((name): [string, Map<string, string>] => [name, rowsOf(sqlite, name)]);
    return new Map([...tables, ["files", filesIn(join(folder, "uploads"))]]);
  } finally {
    sqlite.close();
  }
}

function rowsOf(sqlite: SQLite.Database, name: string): Map<string, string> {
  const columns = sqlite
    .prepare<[string], { name: string; pk: number }>("SELECT name, pk FROM pragma_table_info(?)")
    .all(name);
  const keys = columns.filter(({ pk }) => pk > 0).map((column) => columns.indexOf(column));
  const rows = sqlite.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw().all();
  return new Map(
    rows.map((row) => [
      JSON.stringify(keys.length ? keys.map((at) => text(row[at])) : row),
      JSON.stringify(row.map(text)),
    ]),
  );
}

function text(value: unknown): unknown {
  return value instanceof Uint8Array ? createHash("sha256").update(value).digest("hex") : value;
}

function filesIn(folder: string): Map<string, string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
    return new Map(paths.map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]));
  } catch {
    return new Map();
  }
}

/** How many rows came, went and changed in which table. */
function shapeOf(before: Dump, after: Dump): string[] {
  return [...after].flatMap(([name, rows]) => {
    const was = before.get(name) as Map<string, string>;
    const added = [...rows.keys()].filter((key) => !was.has(key)).length;
    const removed = [...was.keys()].filter((key) => !rows.has(key)).length;
    const changed = [...rows].filter(([key, row]) => was.has(key) && was.get(key) !== row).length;
    const counts = [added && `+${added}`, removed && `-${removed}`, changed && `~${changed}`].filter(Boolean);
    return counts.length ? [`${name} ${counts.join(" ")}`] : [];
  });
}
