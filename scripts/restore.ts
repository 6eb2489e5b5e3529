import { resolve } from "node:path";
import { env } from "~/env.server";
import { restore } from "~/models/transfer/restore.server";
import { runProgram } from "./program";

/** `npm run db:restore -- FILE`: puts a backup in the place of DATA_DIR; only while the site is stopped. */
await runProgram(async ([file]) => {
  if (!file) throw new Error("Which backup? npm run db:restore -- FILE");
  const { madeAt, migrated, former } = await restore(env.DATA_DIR, resolve(file));
  console.log(`Restored the backup of ${madeAt} to ${env.DATA_DIR}.`);
  if (migrated.length) console.log(`Its database was brought up to date: ${migrated.join(", ")}.`);
  if (former) console.log(`What was there before is kept in ${former}.`);
});
