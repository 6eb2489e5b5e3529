/** Holds the first path segments that parts use; whole/parts.server.ts registers them when it is loaded. */

let reservedSegments: ReadonlySet<string> | null = null;

export function reserveAddresses(segments: readonly string[]): void {
  reservedSegments = new Set(segments);
}

/**
 * Tells whether a page of a part uses the segment. Throws if no parts are loaded, because a record could then get
 * the address of a page.
 */
export function isReservedByPart(segment: string): boolean {
  if (!reservedSegments)
    throw new Error('Import "~/models/whole/parts.server" first: it reserves the addresses of pages.');
  return reservedSegments.has(segment);
}
