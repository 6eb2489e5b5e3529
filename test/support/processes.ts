/** Reads memory and processor time of a site's processes, the server and its workers, from /proc (proc(5)). */
import { readFileSync, writeFileSync } from "node:fs";
import { PATIENCE } from "./patience";

export const HAS_PROC = process.platform === "linux";

/** The unit of times in /proc/PID/stat (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Returns the ids of a process and its descendants. */
export function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(processTree)];
}

/** Returns the resident memory of a process and its descendants in MB: now, and the peak since the start or `resetPeakMemory`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const sum = (name: string) =>
    processTree(pid)
      .map((processId) =>
        Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]),
      )
      .reduce((total, kilobytes) => total + kilobytes / 1024, 0);
  return { now: sum("VmRSS"), peak: sum("VmHWM") };
}

/** Sets the peak to the present memory. */
export function resetPeakMemory(pid: number): void {
  for (const processId of processTree(pid)) writeFileSync(`/proc/${processId}/clear_refs`, "5");
}

/** Returns the processor time used so far in milliseconds, in steps of 10, with that of children that have ended. */
export function processorTime(pid: number): number {
  const ticksUsed = processTree(pid).map((processId) => {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0);
  });
  return (ticksUsed.reduce((total, ticks) => total + ticks, 0) * 1_000) / TICKS_PER_SECOND;
}

/** Waits until a condition is true. @throws Error with `description` after `ms` milliseconds. */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  ms = PATIENCE.wait,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${ms / 1_000} s in vain: ${description}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
