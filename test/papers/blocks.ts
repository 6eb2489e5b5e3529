/** Reads the fenced code blocks of a page of the documentation. */
import { readFileSync } from "node:fs";

export interface Block {
  /** For example "docs/operations.md:42". */
  place: string;
  /** The language after the fence; "" for a drawing in characters. */
  language: string;
  code: string;
  /** The reason why the tests do not run the block, or null if they run it. */
  reason: string | null;
}

const FENCE = /^( *)```(\w*)$/;
const NOT_RUN = /^\*Not run by the tests: (.+)\*$/;

export function blocksIn(file: string): Block[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const fence = FENCE.exec(lines[index] ?? "");
    if (!fence) continue;
    const [, indent = "", language = ""] = fence;
    const end = lines.indexOf(`${indent}\`\`\``, index + 1);
    if (end < 0) throw new Error(`${file}:${index + 1}: the block has no end.`);
    const code = lines.slice(index + 1, end).map((line) => line.slice(Math.min(indent.length, line.search(/\S|$/))));
    const lineBelow = lines.slice(end + 1).find((line) => line.trim() !== "") ?? "";
    const reason = NOT_RUN.exec(lineBelow.trim())?.[1] ?? null;
    blocks.push({ place: `${file}:${index + 1}`, language, code: code.join("\n"), reason });
    index = end;
  }
  return blocks;
}
