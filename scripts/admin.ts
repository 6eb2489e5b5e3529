import type { Engine } from "../db/engine";
import { runCommand } from "./admin/run";

// Makes new files readable only for their owner.
process.umask(0o077);

const { exitCode, output, complaint } = await runCommand(process.argv.slice(2));
// Idle connections to PostgreSQL would delay the exit by a minute.
await (globalThis as { openDatabase?: Engine }).openDatabase?.close();
if (output !== undefined) console.log(output);
if (complaint !== undefined) console.error(complaint);
process.exitCode = exitCode;
