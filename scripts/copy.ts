import { parseArgs } from "node:util";
import type { Copied } from "../db/copy/copy";
import { UsageError } from "./admin/command";
import { runProgram } from "./program";

const WITHOUT_BUCKET =
  "S3_… is not set, so no files were copied. Please copy the folder uploads to the new DATA_DIR yourself.";
const KEY_ADVICE = "If that folder has a file relisting-secret, set RELISTING_SECRET to its content.";
const USAGE = "npm run db:copy -- --to postgres://… or npm run db:copy -- --from postgres://…";

/** `npm run db:copy`: copies the site from DATA_DIR to an empty PostgreSQL database, or back to an empty DATA_DIR. */
await runProgram(async (args) => {
  const { values } = parseArgs({ args, options: { to: { type: "string" }, from: { type: "string" } } });
  const { to, from } = values;
  if ((to === undefined) === (from === undefined)) throw new UsageError(`Please give --to or --from. Usage: ${USAGE}`);
  const url = to ?? from ?? "";
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`The address must begin with postgres://. Usage: ${USAGE}`);
  const { env } = await import("~/env.server");
  const { moveFromPostgres, moveToPostgres } = await import("~/models/whole/transfer/move.server");
  const startedAt = Date.now();
  const { tables, files } = await (to ? moveToPostgres : moveFromPostgres)(url, {
    onCopied: (copied) => console.log(lineOf(copied)),
    onFiles: ({ moved, kept: existing }) =>
      console.log(`Files: ${formatCount(moved)} copied, ${formatCount(existing)} were already there.`),
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(`Copied ${formatCount(rows)} rows in ${seconds} s; each table was read back and is identical.`);
  if (!files) console.log(WITHOUT_BUCKET);
  if (to) console.log(`${env.DATA_DIR} was not changed. Set DATABASE_URL and start the site. ${KEY_ADVICE}`);
}, USAGE);

function lineOf({ table, rows, hash }: Copied): string {
  return `${table.padEnd(22)} ${formatCount(rows).padStart(10)} rows  ${hash.slice(0, 16)}`;
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
