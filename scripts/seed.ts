import { parseArgs } from "node:util";
import { closeDatabase } from "~/db.server";
import { importExperts } from "~/models/experts.write.server";
import { fillStarter } from "~/models/starter.server";
import { upgradeDatabase } from "~/models/upgrade.server";
import { person } from "./seed-people";

const MOST = 1_000_000;
const BATCH = 1_000;

/**
 * `npm run db:seed`: fills an empty database with the starter directory. With `--experts N`, adds the first N made-up
 * people too; those that are there already are left as they are.
 */
export async function main(args: string[]): Promise<void> {
  const count = wanted(args);
  await upgradeDatabase();
  const starters = await fillStarter();
  console.log(
    starters
      ? `Filled in the starter directory: ${starters} experts.`
      : "The directory is not empty; the starter stays out.",
  );
  if (count) await seed(count);
  await closeDatabase();
}

/**
 * Adds the made-up people with the numbers 0 to `count` - 1, a thousand in one transaction.
 *
 * @returns how many were new.
 */
export async function seed(count: number): Promise<number> {
  const started = Date.now();
  let added = 0;
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    added += await importExperts(
      Array.from({ length }, (_, i) => person(first + i)),
      { origin: "seed" },
    );
    const done = first + length;
    if (done % 10_000 === 0 && done < count)
      console.log(`  ${done.toLocaleString("en")} of ${count.toLocaleString("en")} …`);
  }
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  console.log(
    `Added ${added.toLocaleString("en")} made-up experts of ${count.toLocaleString("en")} asked for, in ${seconds} s.`,
  );
  return added;
}

function wanted(args: string[]): number {
  const { experts = "0" } = parseArgs({ args, options: { experts: { type: "string" } } }).values;
  const count = Number(experts);
  if (/^\d+$/.test(experts) && count <= MOST) return count;
  throw new Error(`--experts takes a whole number up to ${MOST.toLocaleString("en")}, such as --experts 2000.`);
}
