import { parseArgs } from "node:util";
import { type Command, type Outcome, UsageError } from "./command";
import { COMMANDS } from "./commands";

const FAILED = 1;
const WRONG_USE = 2;

export interface CommandResult {
  /** 0 after success, 1 after a failure, 2 after wrong use. */
  exitCode: number;
  /** The text for standard output. */
  output?: string;
  /** The text for standard error. */
  errorOutput?: string;
}

/** Runs `npm run admin -- COMMAND`. The caller closes the database. */
export async function runCommand(args: string[]): Promise<CommandResult> {
  const wantsJson = args.includes("--json");
  try {
    const { text, data, failed = false } = await outcomeOf(args.filter((arg) => arg !== "--json"));
    return { exitCode: failed ? FAILED : 0, output: wantsJson ? JSON.stringify({ ok: !failed, ...data }) : text };
  } catch (error) {
    const message = await messageOf(error);
    const exitCode = isWrongUse(error) ? WRONG_USE : FAILED;
    return wantsJson
      ? { exitCode, output: JSON.stringify({ ok: false, error: message }) }
      : { exitCode, errorOutput: message };
  }
}

async function outcomeOf(args: string[]): Promise<Outcome> {
  // Tries longer names first, because "backup list" begins with "backup".
  const commandsByLength = COMMANDS.toSorted((a, b) => b.name.split(" ").length - a.name.split(" ").length);
  const command = commandsByLength.find(({ name }) => name.split(" ").every((word, index) => args[index] === word));
  const wantsHelp = args.some((arg) => arg === "--help" || arg === "-h");
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (words[0] === "help") return help(words.slice(1));
  if (wantsHelp) return help(command ? command.name.split(" ") : words);
  if (!command) throw new UsageError(args.length ? `There is no such command.\n\n${overview(args[0])}` : overview());
  const call = callOf(command, args.slice(command.name.split(" ").length));
  // Silences the log, so that standard output has only the answer. LOG_LEVEL stays as it is, because `config` prints it.
  (await import("~/log.server")).log.level = "silent";
  return command.run(call);
}

function callOf(command: Command, args: string[]) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: command.options });
  const [minCount, maxCount] = command.argumentCounts;
  if (positionals.length < minCount || positionals.length > maxCount) throw new UsageError(usageOf(command));
  return { args: positionals, options: values as Record<string, string | boolean | undefined> };
}

function help(words: string[]): Outcome {
  // The list of commands explains `help` itself.
  const topic = words.join(" ").replace(/^help$/, "");
  const command = COMMANDS.find(({ name }) => name === topic);
  const text = command ? `${command.does}\n\n${usageOf(command)}` : overview(words[0]);
  const commands = COMMANDS.filter(({ name }) => topic === "" || `${name} `.startsWith(`${topic} `));
  if (commands.length === 0) throw new UsageError(`There is no such command.\n\n${overview()}`);
  return { text, data: { commands: commands.map(({ name, usage, does }) => ({ name, usage, does })) } };
}

function usageOf({ name, usage, details = "" }: Command): string {
  return `npm run admin -- ${`${name} ${usage}`.trim()}${details && `\n\n${details}`}`;
}

function overview(group?: string): string {
  const groupCommands = COMMANDS.filter(({ name }) => name.split(" ")[0] === group);
  const lines = (groupCommands.length ? groupCommands : COMMANDS).map(
    ({ name, usage, does }) => `  ${`${name} ${usage}`.padEnd(48)} ${does}`,
  );
  return [
    "npm run admin -- COMMAND",
    "",
    ...lines,
    `  ${"help [COMMAND]".padEnd(48)} Explains a command and its arguments.`,
    "",
    "--json prints one JSON object (npm run --silent admin -- … --json).",
    "Exit codes: 0 done, 1 failed, 2 wrong use.",
  ].join("\n");
}

function isWrongUse(error: unknown): boolean {
  return error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
}

/** Returns the message for the operator, and the stack only of unexpected errors. */
async function messageOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const hasPlainMessage =
    Object.getPrototypeOf(error) === Error.prototype || error.name === "AppError" || isWrongUse(error);
  if (hasPlainMessage && !("syscall" in error)) return error.message;
  const { fileProblem } = await import("./file-problem");
  return fileProblem(error) ?? error.stack ?? error.message;
}
