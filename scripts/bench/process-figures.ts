/** What the operating system (Linux) says of a process. */
import { readFileSync } from "node:fs";

/** Ticks of /proc/PID/stat in a second: the same on every Linux that Node runs on. */
const TICKS = 100;

/** Seconds of processor that a process has used, in all its threads; undefined when it is gone. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The second field is the name, in brackets, and may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Memory of a process that is in use now, and the most that ever was, in MB (RSS); NaN where that is not told. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = read(`/proc/${pid}/status`) ?? "";
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
