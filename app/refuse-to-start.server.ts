/**
 * Ends the process with a sentence for the operator, without a stack: wrong settings or a broken data folder are no fault of the
 * program. In tests it throws instead.
 */
export function refuseToStart(sentence: string): never {
  if (process.env.NODE_ENV === "test") throw new Error(sentence);
  console.error(sentence);
  process.exit(1);
}
