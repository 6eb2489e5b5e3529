/** What Linux says of a site's processes (proc(5)): the server and, where it has them, its workers. */
import { readFileSync, writeFileSync } from "node:fs";
import { PATIENCE } from "./patience";

export const HAS_PROC = process.platform === "linux";

/** Ticks of /proc/PID/stat in a second (USER_HZ). */
const TICKS = 100;

/** The process and everything it started. */
export function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(processTree)];
}

/** Resident memory of the process and its children in MB: now, and the most since the start or `forgetPeak`. */
export function memoryOf(pid: number): { now: number; most: number } {
  const sum = (name: string) =>
    processTree(pid)
      .map((processId) =>
        Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]),
      )
      .reduce((all, kilobytes) => all + kilobytes / 1024, 0);
  return { now: sum("VmRSS"), most: sum("VmHWM") };
}

/** Starts the measurement of the peak anew. */
export function forgetPeak(pid: number): void {
  for (const processId of processTree(pid)) writeFileSync(`/proc/${processId}/clear_refs`, "5");
}

/** Milliseconds of processor time used so far, in steps of 10, by children that have ended, too. */
export function processorTime(pid: number): number {
  const used = processTree(pid).map((processId) => {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks), 0);
  });
  return (used.reduce((all, ticks) => all + ticks, 0) * 1_000) / TICKS;
}

/** Waits until a condition holds. @throws Error after `ms` milliseconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = PATIENCE.wait): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${ms / 1_000} s in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
