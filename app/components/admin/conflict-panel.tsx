import type { ReactNode } from "react";
import { PlainText } from "~/components/admin/text";
import { Notice } from "~/components/ui/notice";
import type { Piece } from "~/models/records/shared/diff.server";
import { DiffPieces } from "./diff";
import { LinkSummary } from "./page-parts";

/** The fields that two people changed at once. */
export interface Conflict {
  theirs: {
    label: string;
    /** The text of the other person. */
    text: string;
    /** The differences from the reader's text. */
    pieces?: Piece[];
  }[];
}

interface Props {
  conflict: Conflict;
  /** The link or button that discards the reader's changes. */
  discard: ReactNode;
}

/** Shows the other person's version of the fields that both changed, and a way to discard one's own. */
export function ConflictPanel({ conflict: { theirs }, discard }: Props) {
  const isCompared = theirs.some(({ pieces }) => pieces);
  return (
    <Notice as="section" aria-labelledby="meanwhile">
      <h2 id="meanwhile">Both changes are in the form now</h2>
      {theirs.length > 0 && (
        <>
          <p>
            You both changed these fields. The form has your version.{" "}
            {isCompared ? "Below, yours is struck out and theirs is marked:" : "Theirs is:"}
          </p>
          <dl className="theirs [&_dd]:mb-2 [&_dd]:whitespace-pre-line [&_dt]:font-semibold">
            {theirs.map(({ label, text, pieces }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{pieces ? <ComparedText label={label} text={text} pieces={pieces} /> : text || "nothing"}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p>Look through it and save again, or {discard}.</p>
    </Notice>
  );
}

function ComparedText({ label, text, pieces }: { label: string; text: string; pieces: Piece[] }) {
  return (
    <>
      <DiffPieces pieces={pieces} />
      <details>
        <LinkSummary>
          Theirs in full<span className="sr-only">: {label}</span>
        </LinkSummary>
        <PlainText>{text || "nothing"}</PlainText>
      </details>
    </>
  );
}
