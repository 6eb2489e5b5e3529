interface Props {
  before: string[];
  after: string[];
  /** What an entry is called. */
  label?(entry: string): string;
}

/** What changed between two versions of a list: what went is struck out, what came is marked. */
export function ListDiff({ before, after, label = (entry) => entry }: Props) {
  return (
    <ul className="entries">
      {before
        .filter((entry) => !after.includes(entry))
        .map((entry) => (
          <li key={`- ${entry}`}>
            <del>{label(entry)}</del>
          </li>
        ))}
      {after.map((entry) => (
        <li key={entry}>{before.includes(entry) ? label(entry) : <ins>{label(entry)}</ins>}</li>
      ))}
    </ul>
  );
}
