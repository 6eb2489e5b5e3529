import { parseArgs } from "node:util";
import type { Engine } from "../db/engine";
import { type Command, type Outcome, UsageError } from "./admin/command";
import { COMMANDS } from "./admin/commands";

// Makes new files readable only for their owner.
process.umask(0o077);

const FAILED = 1;
const WRONG_USE = 2;

/** Runs `npm run admin -- COMMAND`. Exits with 0, with 1 after a failure, and with 2 after wrong use. */
await run(process.argv.slice(2));

async function run(args: string[]): Promise<void> {
  const asJson = args.includes("--json");
  try {
    const { text, data, failed = false } = await outcomeOf(args);
    console.log(asJson ? JSON.stringify({ ok: !failed, ...data }) : text);
    process.exitCode = failed ? FAILED : 0;
  } catch (error) {
    const message = await messageOf(error);
    if (asJson) console.log(JSON.stringify({ ok: false, error: message }));
    else console.error(message);
    process.exitCode = isWrongUse(error) ? WRONG_USE : FAILED;
  }
}

async function outcomeOf(args: string[]): Promise<Outcome> {
  // Tries longer names first, because "backup list" begins with "backup".
  const byLength = COMMANDS.toSorted((a, b) => b.name.split(" ").length - a.name.split(" ").length);
  const command = byLength.find(({ name }) => name.split(" ").every((word, index) => args[index] === word));
  const wantsHelp = args.some((arg) => arg === "--help" || arg === "-h");
  if (args[0] === "help" || (wantsHelp && !command)) return help(args.filter((arg) => !arg.startsWith("-")));
  if (!command) throw new UsageError(args.length ? `There is no such command.\n\n${overview(args[0])}` : overview());
  if (wantsHelp) return help(["help", ...command.name.split(" ")]);
  const call = callOf(command, args.slice(command.name.split(" ").length));
  // Silences the log, so that standard output has only the answer. Leaves LOG_LEVEL, which `config` shows.
  (await import("~/log.server")).log.level = "silent";
  return command.run(call).finally(closeDatabase);
}

/** Closes the database if the command opened it, because idle connections to PostgreSQL would delay the exit by a minute. */
async function closeDatabase(): Promise<void> {
  await (globalThis as { openDatabase?: Engine }).openDatabase?.close();
}

function callOf(command: Command, args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "boolean" }, ...command.options },
  });
  const [least, most] = command.takes;
  if (positionals.length < least || positionals.length > most) throw new UsageError(usageOf(command));
  return { args: positionals, options: values as Record<string, string | boolean | undefined> };
}

function help([, ...words]: string[]): Outcome {
  const topic = words.join(" ");
  const command = COMMANDS.find(({ name }) => name === topic);
  const text = command ? `${command.does}\n\n${usageOf(command)}` : overview(words[0]);
  const commands = COMMANDS.filter(({ name }) => topic === "" || `${name} `.startsWith(`${topic} `));
  if (commands.length === 0) throw new UsageError(`There is no such command.\n\n${overview()}`);
  return { text, data: { commands: commands.map(({ name, usage, does }) => ({ name, usage, does })) } };
}

function usageOf({ name, usage, more = "" }: Command): string {
  return `npm run admin -- ${`${name} ${usage}`.trim()}${more && `\n\n${more}`}`;
}

function overview(group?: string): string {
  const inGroup = COMMANDS.filter(({ name }) => name.split(" ")[0] === group);
  const lines = (inGroup.length ? inGroup : COMMANDS).map(
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
  const isSentence = Object.getPrototypeOf(error) === Error.prototype || error.name === "AppError" || isWrongUse(error);
  if (isSentence && !("syscall" in error)) return error.message;
  const { fileProblem } = await import("./admin/file-problem");
  return fileProblem(error) ?? error.stack ?? error.message;
}
