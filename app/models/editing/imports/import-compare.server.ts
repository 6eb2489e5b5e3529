/** Reads and checks every row of a file, and stages the results before anything is written. */
import type { Queryable } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { readExport } from "~/models/base/input/read-export.server";
import { lookForImages } from "~/models/base/uploads/missing.server";
import { existingTopics, type NamedTopic, readTopics } from "~/models/records/experts/topics.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { PeopleComparison } from "./compare-people.server";
import { isDoubt, kindColumns } from "./doubts.server";
import { addRows, BATCH_SIZE, type InTransaction, type ParsedRow, type Verdict } from "./import-rows.server";
import type { Mapping } from "./mapping";
import { type CellProblem, type PROBLEM_LABELS, personOf, type TablePerson, topicName } from "./person.server";
import type { Reading } from "./reading";
import { previewTable, readTable } from "./table.server";

export type Counts = Record<Verdict["outcome"], number>;

export const NO_COUNTS: Counts = { new: 0, changed: 0, question: 0, same: 0, error: 0 };

/** The results of a check. */
export interface CheckResult {
  found: Counts;
  /** The number of rows with each problem in each column. */
  notes: Record<string, Partial<Record<CellProblem["kind"], number>>>;
  /** Unknown values for which the editor can choose a meaning for the whole file, the most frequent first. */
  unknown: { column: number; value: string; count: number }[];
  /** Topics that the import would add. */
  newTopics: { slug: string; name: string }[];
}

export interface StageOptions {
  path: string;
  reading: Reading;
  mapping: Mapping;
  inTransaction: InTransaction;
  from: Queryable;
  progress?(doneCount: number): void;
  signal?: AbortSignal;
}

type NewRow = Omit<ParsedRow, "importId">;

/** Reads and compares a file, and stages all its rows. */
export async function stageFile(importId: string, options: StageOptions): Promise<CheckResult> {
  const { inTransaction, progress, signal } = options;
  const tally = new Tally();
  let rows: NewRow[] = [];
  let doneCount = 0;
  for await (const row of compareRows(options, tally)) {
    rows.push({ ...row, position: doneCount });
    if (++doneCount % BATCH_SIZE !== 0) continue;
    signal?.throwIfAborted();
    const batch = rows;
    rows = [];
    await inTransaction((tx) => addRows(tx, importId, batch));
    progress?.(doneCount);
  }
  if (doneCount === 0) throw new AppError("invalid", "There is nothing to import in this file.");
  await inTransaction((tx) => addRows(tx, importId, rows));
  progress?.(doneCount);
  return tally.findings();
}

async function* compareRows(options: StageOptions, tally: Tally): AsyncGenerator<NewRow, void> {
  const { path, reading, mapping, from } = options;
  const topics: NamedTopic[] = [...(await readTopics(from))];
  const people = new PeopleComparison(from, topics, originsOf(reading));
  if (reading.format === "export") {
    const topicNames = new Map<string, string>();
    for await (const { list, row, value } of readExport(path, ["topics", "experts"])) {
      if (list === "topics") {
        const { slug, name } = Object(value) as Record<string, unknown>;
        topicNames.set(String(slug), String(name));
        continue;
      }
      tally.noteTopics(addTopicsOfPerson(topics, value, topicNames));
      const verdict = await verdictOf(nameIn(value), () =>
        comparePerson(people, { state: mapping.state, ...Object(value) }, row),
      );
      yield tally.add(stagedRow(row, verdict, { source: [], problems: [] }));
    }
    return;
  }
  const { columns, sample } = await previewTable(path, reading, SAMPLE_ROWS);
  const kinds = kindColumns(
    columns,
    sample.map(({ cells }) => cells),
  );
  for await (const row of readTable(path, reading, mapping.columns)) {
    const person = personOf(row, { columns, mapping, topics, kinds });
    tally.note(person);
    tally.noteTopics(addTopics(topics, person.newTopics));
    const { record, notes, sortName, problems } = person;
    const input = { ...record, notes, sortName: sortName.slice(0, 300), state: mapping.state };
    const verdict = await verdictOf(nameIn(record), async () => {
      if (problems.some(({ kind }) => kind === "name"))
        throw new AppError("invalid", "A person needs a name, of at most 200 characters.");
      const verdict = await comparePerson(people, input, row.row);
      return problems.some(({ kind }) => isDoubt(kind)) ? asQuestion(verdict) : verdict;
    });
    yield tally.add(stagedRow(row.row, verdict, { source: row.cells, problems }));
  }
}

/** Returns the origins of this site: by its settings, and at the time of the upload. */
function originsOf({ origin }: Reading): string[] {
  return [origin, env.SITE_URL].flatMap((address) => (address ? new URL(address).origin : []));
}

/** The number of rows from which the kinds of columns are recognised. */
const SAMPLE_ROWS = 200;

/** Turns a doubtful row into a question. */
function asQuestion(verdict: Verdict): Verdict {
  return verdict.outcome === "new" ? { ...verdict, outcome: "question" } : verdict;
}

async function comparePerson(people: PeopleComparison, value: unknown, row: number): Promise<Verdict> {
  await lookForImages(value);
  return people.compare(value, row);
}

/** Adds the topics of an exported person that this site lacks, with their names in the file. Returns them. */
function addTopicsOfPerson(
  topics: NamedTopic[],
  value: unknown,
  namesInFile: Map<string, string>,
): { slug: string; name: string }[] {
  const { topics: slugs } = Object(value) as Record<string, unknown>;
  if (!Array.isArray(slugs)) return [];
  return slugs.map(String).flatMap((slug) => {
    if (existingTopics(topics, [slug]).length > 0) return [];
    const name = namesInFile.get(slug) ?? topicName(slug);
    if (!slugify(name)) return [];
    const newTopic = { slug: slugify(slug) === slug ? slug : slugify(name), name };
    topics.push({ ...newTopic, otherNames: [], formerSlugs: [slug] });
    return [newTopic];
  });
}

/** Adds topics by their names, and returns them. Numbers the slug that another topic has, as that of "C" and "C++". */
function addTopics(topics: NamedTopic[], names: string[]): { slug: string; name: string }[] {
  return names.flatMap((name) => {
    if (existingTopics(topics, [name]).length > 0) return [];
    const slug = slugify(name);
    const isTaken = (text: string) => topics.some((topic) => [topic.slug, ...topic.formerSlugs].includes(text));
    let freeSlug = slug;
    for (let number = 2; isTaken(freeSlug); number++) freeSlug = `${slug}-${number}`;
    topics.push({ slug: freeSlug, name, otherNames: [], formerSlugs: [] });
    return [{ slug: freeSlug, name }];
  });
}

async function verdictOf(name: string, run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: "error", name, detail: error.message, step: null };
  }
}

function nameIn(value: unknown): string {
  const { name } = Object(value) as Record<string, unknown>;
  return typeof name === "string" ? name.slice(0, 200) : "";
}

/** Builds a staged row. New people and changes that only add are selected; changes that replace and questions are not. */
function stagedRow(row: number, verdict: Verdict, { source, problems }: Pick<NewRow, "source" | "problems">): NewRow {
  const { outcome, name, detail, step, target, onlyAdds } = verdict;
  const marks = new Set(problems.map(({ column, kind }) => `${column}:${kind}`));
  return {
    position: 0,
    row,
    source,
    problems,
    marks: marks.size > 0 ? ` ${[...marks].join(" ")} ` : "",
    state: outcome === "new" || (outcome === "changed" && onlyAdds) ? "waiting" : "out",
    outcome,
    answer: "",
    subjectRowId: outcome === "changed" ? (target?.rowId ?? null) : null,
    basedOn: outcome === "changed" ? (target?.updatedAt ?? "") : "",
    writtenAt: "",
    name,
    detail,
    step,
  };
}

/** Limits the different unknown values that are counted, and the values that are shown. */
const MAX_VALUES = 2_000;
const MAX_SHOWN = 200;

class Tally {
  private readonly counts = { ...NO_COUNTS };
  private readonly notes: CheckResult["notes"] = {};
  private readonly values = new Map<string, CheckResult["unknown"][number]>();
  private readonly topics = new Map<string, string>();

  note({ problems, unknown }: TablePerson): void {
    for (const mark of new Set(problems.map(({ column, kind }) => `${column}:${kind}`))) {
      const [column = "", kind = "value"] = mark.split(":") as [string, keyof typeof PROBLEM_LABELS];
      const counts = this.notes[column] ?? {};
      this.notes[column] = counts;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    for (const { column, value } of unknown) {
      const key = `${column} ${value}`;
      const entry = this.values.get(key);
      if (entry) entry.count++;
      else if (this.values.size < MAX_VALUES) this.values.set(key, { column, value, count: 1 });
    }
  }

  noteTopics(topics: CheckResult["newTopics"]): void {
    for (const { slug, name } of topics) this.topics.set(slug, name);
  }

  add(row: NewRow): NewRow {
    this.counts[row.outcome]++;
    return row;
  }

  findings(): CheckResult {
    const unknownValues = [...this.values.values()]
      .sort((value, otherValue) => otherValue.count - value.count)
      .slice(0, MAX_SHOWN);
    return {
      found: this.counts,
      notes: this.notes,
      unknown: unknownValues,
      newTopics: [...this.topics].map(([slug, name]) => ({ slug, name })),
    };
  }
}
