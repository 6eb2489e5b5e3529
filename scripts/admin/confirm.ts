import { createInterface } from "node:readline/promises";
import { WrongUse } from "./command";

export const NOT_CONFIRMED = { text: "Nothing was deleted.", failed: true };

/** Asks the person at the terminal. Throws WrongUse where there is none, because what is deleted is gone. */
export async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new WrongUse("This deletes for good. Without a terminal, add --yes to confirm.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C and Ctrl+D are a no.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => "");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
