/**
 * Ends the process with a sentence for whoever started it: what is wrong with the settings or the data folder is no fault of
 * the program, and where in the program it was noticed helps nobody. In tests it is thrown.
 */
export function refuseToStart(sentence: string): never {
  if (process.env.NODE_ENV === "test") throw new Error(sentence);
  console.error(sentence);
  process.exit(1);
}
