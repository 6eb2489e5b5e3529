import type { Engine } from "../db/engine";
import { runCommand } from "./admin/run";

// Makes new files readable only for their owner.
process.umask(0o077);

const { exitCode, output, errorOutput } = await runCommand(process.argv.slice(2));
// console.log would hide that the disk with the file of standard output is full. A reader that ends early, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  console.error(`The answer could not be written: ${error.message}`);
  process.exitCode = 1;
});
if (output !== undefined) console.log(output);
if (errorOutput !== undefined) console.error(errorOutput);
process.exitCode = exitCode;
// Idle connections to PostgreSQL would delay the exit by a minute.
await (globalThis as { openDatabase?: Engine }).openDatabase?.close().catch((error: Error) => {
  console.error(`The database could not be closed: ${error.message}`);
  process.exitCode = 1;
});
