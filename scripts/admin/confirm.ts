import { createInterface } from "node:readline/promises";
import { UsageError } from "./command";

export const UNCONFIRMED_OUTCOME = { text: "Nothing was deleted.", failed: true };

/** Asks for confirmation at the terminal. Throws UsageError without a terminal. */
export async function confirmAtTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError("This deletes data permanently. Without a terminal, add --yes to confirm.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Takes Ctrl+C and Ctrl+D as "no".
  const answer = await terminal.question(`${question} [y/N] `).catch(() => "");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
