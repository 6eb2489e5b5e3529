import { parseArgs } from "node:util";
import { closeDatabase } from "~/db.server";
import { forgetEarlierDeletions } from "~/models/base/forgetting/forgetting.server";
import { upgradeDatabase } from "~/models/whole/transfer/upgrade.server";
import { importExperts } from "../app/models/editing/experts/write.server";
import "../app/models/whole/parts.server";
import { fillStarter } from "../app/models/whole/starter/starter.server";
import { UsageError } from "./admin/command";
import { runProgram } from "./program";
import { madeUpPerson } from "./seed-people";
import { addWorks, seedArticles, seedLibrary, seedSubmissions, seedWorks } from "./seed-records";

const MAX_COUNT = 1_000_000;
const BATCH_SIZE = 1_000;

const KINDS = ["experts", "works", "submissions", "articles", "library"] as const;
const USAGE = `npm run db:seed -- ${KINDS.map((kind) => `[--${kind} NUMBER]`).join(" ")}`;

/** Fills an empty database with the starter directory, and adds made-up records: `npm run db:seed -- --experts 2000`. */
await runProgram(async (args) => {
  const { experts, works, submissions, articles, library } = countsIn(args);
  await forgetEarlierDeletions(await upgradeDatabase());
  const starterCount = await fillStarter();
  console.log(
    starterCount
      ? `Filled in the starter directory: ${starterCount} experts.`
      : "The directory is not empty, so the starter directory was not added.",
  );
  if (experts) await seedExperts(experts, works);
  if (works) await seedWorks(works);
  if (submissions) await seedSubmissions(submissions);
  if (articles) await seedArticles(articles);
  if (library) await seedLibrary(library);
  await closeDatabase();
}, USAGE);

/** Adds made-up people, the first `works` of them already with the data of `seedWorks`, so that each is indexed once. */
async function seedExperts(count: number, works: number): Promise<void> {
  const startedAt = Date.now();
  let addedCount = 0;
  for (let first = 0; first < count; first += BATCH_SIZE) {
    const length = Math.min(BATCH_SIZE, count - first);
    addedCount += await importExperts(
      Array.from({ length }, (_, i) => madeUpPerson(first + i)),
      { origin: "seed", ...(first + length <= works && { beforePublishing: addWorks }) },
    );
    const processedCount = first + length;
    if (processedCount % 10_000 === 0 && processedCount < count)
      console.log(`  ${processedCount.toLocaleString("en")} of ${count.toLocaleString("en")} …`);
  }
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `Added ${addedCount.toLocaleString("en")} of ${count.toLocaleString("en")} made-up experts, in ${seconds} s.`,
  );
}

function countsIn(args: string[]): Record<(typeof KINDS)[number], number> {
  const options = Object.fromEntries(KINDS.map((kind) => [kind, { type: "string" as const }]));
  const { values } = parseArgs({ args, options });
  return Object.fromEntries(KINDS.map((kind) => [kind, countOf(kind, values[kind])])) as ReturnType<typeof countsIn>;
}

function countOf(kind: string, text: string | boolean | undefined = "0"): number {
  const count = Number(text);
  if (/^\d+$/.test(String(text)) && count <= MAX_COUNT) return count;
  throw new UsageError(
    `--${kind} takes a whole number up to ${MAX_COUNT.toLocaleString("en")}, such as --${kind} 2000.`,
  );
}
