import { UsageError } from "./admin/command";

const WRONG_USE = 2;

/**
 * Runs an operator's program with its command line arguments. Prints errors and exits with 1, or with 2 after wrong use.
 * @param usage Is printed with --help.
 */
export async function runProgram(main: (args: string[]) => Promise<void>, usage?: string): Promise<void> {
  // Makes new files readable only for their owner.
  process.umask(0o077);
  const args = process.argv.slice(2);
  if (usage && args.some((arg) => arg === "--help" || arg === "-h")) return console.log(usage);
  try {
    await main(args);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const { name } = error as Error;
    const isWrongUse = error instanceof UsageError || code.startsWith("ERR_PARSE_ARGS");
    // Leaves out the stack of errors whose message tells the operator what to do.
    const isPlain = isWrongUse || name === "AppError" || Object.getPrototypeOf(error) === Error.prototype;
    console.error(isPlain ? message : error);
    process.exit(isWrongUse ? WRONG_USE : 1);
  }
}
