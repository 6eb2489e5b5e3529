/** Runs an operator's program with the arguments it was given. */
export async function runProgram(main: (args: string[]) => Promise<void>): Promise<void> {
  // Files that a program writes are readable for their owner only.
  process.umask(0o077);
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const { name } = error as Error;
    // An AppError tells the operator what to do.
    const isPlain =
      name === "AppError" || Object.getPrototypeOf(error) === Error.prototype || code.startsWith("ERR_PARSE_ARGS");
    console.error(isPlain ? message : error);
    process.exit(1);
  }
}
