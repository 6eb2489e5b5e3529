/** Writes a JSON export into an empty site in one transaction. */
import { basename } from "node:path";
import { type Database, engine, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { audit } from "~/models/base/audit/audit.server";
import { readExport } from "~/models/base/input/read-export.server";
import { EXPORTED } from "~/models/whole/parts.server";
import type { RestoredSite, Writer } from "./kind.server";
import { type KindName, MANIFEST } from "./manifest.server";

export interface RestoredExport {
  counts: Partial<Record<KindName, number>>;
  /** The number of people who asked not to be listed, and were left out. */
  leftOut: number;
}

/**
 * Kinds in groups that are read one after the other, because later ones refer to earlier ones, whatever their order
 * in the file.
 */
const GROUPS: KindName[][] = [
  ["settings", "pages", "topics", "users"],
  ["experts", "images", "libraryProjects"],
  ["submissions", "articles", "libraryImages", "libraryContents"],
];

/**
 * Restores an export for the operator, with the roles of accounts. Throws "conflict" if the site is not empty, and
 * "invalid" with the first invalid records.
 */
export function restoreExport(path: string): Promise<RestoredExport> {
  return engine.patientDb.transaction().execute(async (tx) => {
    await refuseFilled(tx);
    const site: RestoredSite = { leftOut: [] };
    const counts: RestoredExport["counts"] = {};
    const problems: string[] = [];
    for (const group of GROUPS) await restoreGroup(tx, group, { path, site, counts, problems });
    if (problems.length > 0) throw new AppError("invalid", describeProblems(problems));
    if (Object.keys(counts).length === 0) throw new AppError("invalid", "There is nothing in this file.");
    const subject = { subjectKind: "directory", subjectId: "export", subjectName: basename(path) } as const;
    await audit(tx, null, { action: "export restored", ...subject });
    return { counts, leftOut: site.leftOut.length };
  });
}

interface RestoreContext {
  path: string;
  site: RestoredSite;
  counts: RestoredExport["counts"];
  problems: string[];
}

async function restoreGroup(tx: Queryable, group: KindName[], context: RestoreContext): Promise<void> {
  const { path, site, counts, problems } = context;
  const writers = new Map(group.map((name): [KindName, Writer] => [name, MANIFEST[name].restore(tx, site)]));
  for await (const { list, row, value } of readExport(path, group)) {
    if (problems.length > MAX_NAMED_PROBLEMS) return;
    try {
      const leftOutBefore = site.leftOut.length;
      await writers.get(list)?.add(value);
      if (site.leftOut.length === leftOutBefore) counts[list] = (counts[list] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(`${list} ${row} (${nameIn(value)}): ${error.message}`);
    }
  }
  if (problems.length === 0) for (const writer of writers.values()) await writer.end?.();
}

const MAX_NAMED_PROBLEMS = 10;

function describeProblems(problems: string[]): string {
  const lines = problems.slice(0, MAX_NAMED_PROBLEMS);
  if (problems.length > MAX_NAMED_PROBLEMS) lines.push("There are more.");
  return `Some of its records cannot be used.\n${lines.join("\n")}\n`;
}

function nameIn(value: unknown): string {
  const { name, title, email } = Object(value) as Record<string, unknown>;
  return [name, title, email].find((text): text is string => typeof text === "string")?.slice(0, 200) ?? "";
}

/** Ignores settings, because a new site already stores some. */
const NOT_WRITTEN: (keyof Database)[] = ["settings"];

async function refuseFilled(tx: Queryable): Promise<void> {
  for (const table of EXPORTED) {
    if (NOT_WRITTEN.includes(table)) continue;
    const row = await tx
      .selectFrom(table as "experts")
      .select((e) => e.lit(1).as("there"))
      .limit(1)
      .executeTakeFirst();
    if (row)
      throw new AppError(
        "conflict",
        `This site is not empty ("${table}" has rows). An export can only be imported into an empty site: set DATA_DIR to a new folder. To replace this site, restore a backup.`,
      );
  }
}
