/** Where all this was measured. */
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from "node:os";
import { loadProgram } from "./load";

/** What the JSON file says of the machine. `busy`: processes that ran or waited in the last minute. */
export async function machine() {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    memoryMB: Math.round(totalmem() / 1024 / 1024),
    system: `${platform()} ${release()}`,
    node: process.version,
    load: await loadProgram(),
    busy: loadavg()[0],
  };
}
