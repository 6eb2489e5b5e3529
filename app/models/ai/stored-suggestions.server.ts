/** How a suggested list is kept: its entries, and of links those that were turned down. A text is kept as it is. */
import { z } from "zod";
import type { RejectedLink } from "./suggestions";

const Stored = z.object({
  entries: z.array(z.string()),
  rejected: z.array(z.object({ label: z.string(), url: z.string(), reason: z.string() })).default([]),
});

/** The entries of a suggested list. */
export function entriesIn(text: string): string[] {
  return read(text)?.entries ?? [];
}

/** The links that were turned down; none for a text. */
export function rejectedIn(text: string): RejectedLink[] {
  return read(text)?.rejected ?? [];
}

function read(text: string): z.output<typeof Stored> | null {
  if (!text.startsWith("{")) return null;
  try {
    return Stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
