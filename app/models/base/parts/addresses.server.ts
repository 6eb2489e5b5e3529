/** The first segments of paths that parts take; whole/parts.server.ts says them when it is loaded. */

const reserved = new Set<string>();

export function reserve(segments: readonly string[]): void {
  for (const segment of segments) reserved.add(segment);
}

export function isOfPart(segment: string): boolean {
  return reserved.has(segment);
}
