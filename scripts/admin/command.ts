import type { ParseArgsOptionsConfig } from "node:util";

export interface Outcome {
  text: string;
  /** The result for --json. */
  data: object;
  failed?: boolean;
}

export interface Call {
  args: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /** One or two words. */
  name: string;
  /** The arguments after the name. */
  usage: string;
  does: string;
  details?: string;
  /** The smallest and the largest number of arguments. */
  argumentCounts: [number, number];
  options?: ParseArgsOptionsConfig;
  run(call: Call): Promise<Outcome>;
}

/** Ends the program with exit code 2. */
export class UsageError extends Error {}

export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : many}`;
}
