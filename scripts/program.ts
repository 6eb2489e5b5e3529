/** Runs an operator's program with its command line arguments. Prints errors and exits with 1. */
export async function runProgram(main: (args: string[]) => Promise<void>): Promise<void> {
  // Makes new files readable only for their owner.
  process.umask(0o077);
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const { name } = error as Error;
    // Leaves out the stack of errors whose message tells the operator what to do.
    const isPlain =
      name === "AppError" || Object.getPrototypeOf(error) === Error.prototype || code.startsWith("ERR_PARSE_ARGS");
    console.error(isPlain ? message : error);
    process.exit(1);
  }
}
