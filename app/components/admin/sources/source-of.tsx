import { RowActionsForm } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { SourceTitle } from "~/components/evidence/footnotes";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { Opinion } from "~/models/editing/sources/sources.server";
import type { JudgedEvidence } from "~/models/records/evidence/looks.server";
import { SOURCE_LABELS } from "~/models/records/evidence/source-kinds";
import { LookHere, Marked } from "./look-here";

interface Props {
  evidence: JudgedEvidence;
  path: string;
  /** Whether a text model is set up, and what it said when it was asked. */
  canAsk?: boolean;
  opinion?: Opinion;
  /** The present sentence that it may support. */
  holdsFor?: string | null;
}

const FOUND = {
  gone: "The page is gone",
  changed: "The quote is no longer in the page",
  retracted: "This work was retracted",
};

const SAYS = {
  yes: "It finds the sentence in the quote.",
  partly: "It finds a part of the sentence in the quote.",
  no: "It does not find the sentence in the quote.",
};

/** One source with its quote, what to look at, and its buttons. */
export function SourceOf({
  evidence: { id, source, quote, kind, checkedBy, status, checkedAt, keptBy, reason, look },
  path,
  canAsk = false,
  opinion,
  holdsFor,
}: Props) {
  return (
    <div className="py-1">
      {source ? (
        <Hint>
          <SourceTitle source={source} />
          {kind === "reference" ? (
            <>
              {" "}
              {source.kind && `(${SOURCE_LABELS[source.kind]}) `}Reference without a quote, checked by {checkedBy} on{" "}
            </>
          ) : (
            <>
              :{" "}
              <q>
                <Marked text={quote} looks={look} side="quote" />
              </q>{" "}
              Retrieved on{" "}
            </>
          )}
          <ShortDate time={source.retrievedAt} />.
          {status !== "supported" && (
            <strong>
              {" "}
              {FOUND[status]}, found on <ShortDate time={checkedAt} />.
            </strong>
          )}
        </Hint>
      ) : (
        <Hint>
          Kept without a source by {keptBy}: {reason}
        </Hint>
      )}
      <LookHere looks={look} />
      {opinion && (
        <p role="status" className="my-1 max-w-measure border-l-3 border-line pl-3 text-sm">
          <strong>Second opinion of {opinion.model}:</strong> {SAYS[opinion.supported]} {opinion.reason} A model may be
          wrong; you decide.
        </p>
      )}
      <RowActionsForm method="post" action={path} preventScrollReset>
        <input type="hidden" name="evidence" value={id} />
        {holdsFor && (
          <>
            <input type="hidden" name="sentence" value={holdsFor} />
            <Button type="submit" quiet small name="intent" value="hold">
              It still holds
            </Button>
          </>
        )}
        {source && kind !== "reference" && status !== "supported" && (
          <Button type="submit" quiet small name="intent" value="search">
            Look for another source
          </Button>
        )}
        {canAsk && quote && (
          <Button type="submit" quiet small name="intent" value="opinion">
            Ask a model for a second opinion
          </Button>
        )}
        <Button type="submit" quiet small name="intent" value="remove">
          {source ? "Remove source" : "Remove"}
        </Button>
      </RowActionsForm>
    </div>
  );
}
