import { parseArgs } from "node:util";
import type { Copied } from "../db/copy/copy";
import { runProgram } from "./program";

const WITHOUT_BUCKET =
  "No S3_… is set, so that no files were copied: take the folder uploads to the new DATA_DIR yourself.";
const KEY = "RELISTING_SECRET is what the file relisting-secret holds there, where there is one.";
const USAGE = "npm run db:copy -- --to postgres://… or npm run db:copy -- --from postgres://…";

/** `npm run db:copy`: the site in DATA_DIR into an empty database of PostgreSQL, or back into an empty DATA_DIR. */
await runProgram(async (args) => {
  const { values } = parseArgs({ args, options: { to: { type: "string" }, from: { type: "string" } } });
  const { to, from } = values;
  if ((to === undefined) === (from === undefined)) throw new Error(`Where to, or from where? ${USAGE}`);
  const url = to ?? from ?? "";
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new Error(`The address begins with postgres://: ${USAGE}`);
  const { env } = await import("~/env.server");
  const { moveFromPostgres, moveToPostgres } = await import("~/models/whole/transfer/move.server");
  const started = Date.now();
  const { tables, files } = await (to ? moveToPostgres : moveFromPostgres)(url, {
    onCopied: (copied) => console.log(lineOf(copied)),
    onFiles: ({ moved, kept }) => console.log(`Files: ${number(moved)} copied, ${number(kept)} were there.`),
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  console.log(`Copied ${number(rows)} rows in ${seconds} s; each table was read again and is the same.`);
  if (!files) console.log(WITHOUT_BUCKET);
  if (to) console.log(`What stands in ${env.DATA_DIR} is as before. Start the site with DATABASE_URL. ${KEY}`);
});

function lineOf({ table, rows, hash }: Copied): string {
  return `${table.padEnd(22)} ${number(rows).padStart(10)} rows  ${hash.slice(0, 16)}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
