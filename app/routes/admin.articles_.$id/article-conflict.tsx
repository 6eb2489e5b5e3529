import { DiffPieces } from "~/components/ui/diff-pieces";
import type { Piece } from "~/models/differences.server";

export interface ArticleConflictOf {
  /** The fields that both changed: what the others wrote, and how it differs from one's own. */
  theirs: { label: string; text: string; pieces: Piece[] }[];
}

/** What to do when somebody else was faster: stands in the form, below what was refused. */
export function ArticleConflict({ conflict, discard }: { conflict: ArticleConflictOf; discard: string }) {
  return (
    <section className="notice" aria-labelledby="meanwhile">
      <h2 id="meanwhile">Both changes are in the form now</h2>
      {conflict.theirs.length > 0 && (
        <>
          <p>You both changed this. Yours stands in the form; here yours is struck out and theirs is marked:</p>
          <dl className="theirs">
            {conflict.theirs.map(({ label, text, pieces }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <DiffPieces pieces={pieces} />
                  <details>
                    <summary>
                      Theirs in full<span className="sr-only">: {label}</span>
                    </summary>
                    <p className="text">{text || "nothing"}</p>
                  </details>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p>
        Look through it and save again, or{" "}
        <button type="submit" className="link" formAction={discard} formEncType="application/x-www-form-urlencoded">
          drop what you typed
        </button>
        .
      </p>
    </section>
  );
}
