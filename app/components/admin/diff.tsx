import { Fragment, type ReactNode } from "react";
import { StoredText } from "~/components/admin/field-value";
import { BulletList, PlainText } from "~/components/admin/text";
import type { Piece } from "~/models/records/shared/diff.server";
import { Changes } from "./page-parts";

/** Shows the change between two versions of a field: removed words are struck out, added words are marked. */
export function Diff({ before, after }: { before: string | string[]; after: string | string[] }) {
  if (Array.isArray(before) || Array.isArray(after)) {
    return <ListDiff before={[before].flat()} after={[after].flat()} />;
  }
  const { start, removed, added, end } = splitAtChange(before, after);
  return (
    <PlainText>
      {start}
      {removed && <del className={REMOVED_CLASS}>{removed}</del>}
      {added && <ins className={ADDED_CLASS}>{added}</ins>}
      {end}
    </PlainText>
  );
}

/** Splits two texts at words: what they share at the start and end, and what was removed and added in between. */
export function splitAtChange(before: string, after: string) {
  const [oldWords, newWords] = [wordsAndSpaces(before), wordsAndSpaces(after)];
  const shorterLength = Math.min(oldWords.length, newWords.length);
  let start = 0;
  while (start < shorterLength && oldWords[start] === newWords[start]) start++;
  let end = 0;
  while (end < shorterLength - start && oldWords[oldWords.length - 1 - end] === newWords[newWords.length - 1 - end])
    end++;
  return {
    start: oldWords.slice(0, start).join(""),
    removed: oldWords.slice(start, oldWords.length - end).join(""),
    added: newWords.slice(start, newWords.length - end).join(""),
    end: oldWords.slice(oldWords.length - end).join(""),
  };
}

/** Splits a text into words and the spaces between them. */
function wordsAndSpaces(text: string): string[] {
  return text.split(/(\s+)/).filter(Boolean);
}

interface Props {
  before: string[];
  after: string[];
  /** Renders an entry. */
  label?(entry: string): ReactNode;
}

/** Shows the change between two versions of a list: removed entries are struck out, added entries are marked. */
export function ListDiff({ before, after, label = (entry) => entry }: Props) {
  return (
    <BulletList>
      {before
        .filter((entry) => !after.includes(entry))
        .map((entry) => (
          <li key={`- ${entry}`}>
            <del className={REMOVED_CLASS}>{label(entry)}</del>
          </li>
        ))}
      {after.map((entry) => (
        <li key={entry}>{before.includes(entry) ? label(entry) : <ins className={ADDED_CLASS}>{label(entry)}</ins>}</li>
      ))}
    </BulletList>
  );
}

const ADDED_CLASS = "bg-ok/18 no-underline";
const REMOVED_CLASS = "bg-danger/18";

const TAGS = { added: "ins", removed: "del", same: "span" } as const;
const CLASS_NAMES = { added: ADDED_CLASS, removed: REMOVED_CLASS, same: undefined };

/** Shows two versions of a text in one: removed words are struck out, added words are marked. */
export function DiffPieces({ pieces }: { pieces: Piece[] }) {
  return (
    <span className="max-w-measure whitespace-pre-line" dir="auto">
      {pieces.map(({ kind, text }, index) => {
        const Tag = TAGS[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their places
          <Tag key={index} className={CLASS_NAMES[kind]}>
            {renderLinks(text, kind)}
          </Tag>
        );
      })}
    </span>
  );
}

/** Lists the changed fields, each with its diff. Shows nothing without changes. */
export function FieldChanges({ changes }: { changes: { label: string; pieces: Piece[] }[] }) {
  if (changes.length === 0) return null;
  return (
    <Changes>
      {changes.map(({ label, pieces }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <DiffPieces pieces={pieces} />
          </dd>
        </div>
      ))}
    </Changes>
  );
}

/** Renders lines that hold stored links or images as links and images. */
function renderLinks(text: string, kind: Piece["kind"]): ReactNode {
  const lines = text.split(/(\n)/);
  if (!lines.some((line) => LINK_OR_IMAGE.test(line))) return text;
  return lines.map((line, position) =>
    LINK_OR_IMAGE.test(line) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text stay in their places
      <Fragment key={position}>
        <StoredText text={line} />
        {line.startsWith("/uploads/") && kind !== "same" && (
          <small className="mr-2 inline-block">{kind === "removed" ? "removed" : "added"}</small>
        )}
      </Fragment>
    ) : (
      line
    ),
  );
}

const LINK_OR_IMAGE = /^(?:[^|]*\|){0,2}(?:https?:\/|\/uploads)\/\S+$/;
