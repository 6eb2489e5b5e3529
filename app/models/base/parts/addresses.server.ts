/** The first segments of paths that parts take; whole/parts.server.ts says them when it is loaded. */

let reserved: ReadonlySet<string> | null = null;

export function reserve(segments: readonly string[]): void {
  reserved = new Set(segments);
}

/** Throws in a program that loads no parts: it would give a record the address of a page. */
export function isOfPart(segment: string): boolean {
  if (!reserved) throw new Error('Import "~/models/whole/parts.server" first: it says which addresses are taken.');
  return reserved.has(segment);
}
