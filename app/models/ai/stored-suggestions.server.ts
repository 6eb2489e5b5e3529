import { z } from "zod";
import type { RejectedLink } from "./suggestions";

const Stored = z.object({
  entries: z.array(z.string()),
  rejected: z.array(z.object({ label: z.string(), url: z.string(), reason: z.string() })).default([]),
});

export function entriesIn(text: string): string[] {
  return read(text)?.entries ?? [];
}

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
