import { ListDiff } from "./list-diff";

/** What changed between two versions of a field: what went is struck out, what came is marked. */
export function Diff({ before, after }: { before: string | string[]; after: string | string[] }) {
  if (Array.isArray(before) || Array.isArray(after)) {
    return <ListDiff before={[before].flat()} after={[after].flat()} />;
  }
  const { start, gone, come, end } = between(before, after);
  return (
    <p className="text">
      {start}
      {gone && <del>{gone}</del>}
      {come && <ins>{come}</ins>}
      {end}
    </p>
  );
}

/** Splits two texts at words into what they share at the start and at the end, and what differs in between. */
export function between(before: string, after: string) {
  const [old, now] = [partsOf(before), partsOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  return {
    start: old.slice(0, start).join(""),
    gone: old.slice(start, old.length - end).join(""),
    come: now.slice(start, now.length - end).join(""),
    end: old.slice(old.length - end).join(""),
  };
}

/** Words and the space between them. */
function partsOf(text: string): string[] {
  return text.split(/(\s+)/).filter(Boolean);
}
