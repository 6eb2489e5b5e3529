import { RowActionsForm } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { SourceTitle } from "~/components/evidence/footnotes";
import { Button, TextButton } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { EvidenceWithFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import { SOURCE_LABELS } from "~/models/records/evidence/source-kinds";
import { Facts, MarkedText } from "./facts";
import { ModelOpinion } from "./opinion-of";

interface Props {
  evidence: EvidenceWithFacts;
  path: string;
  /** True if a text model is set up. */
  canAsk?: boolean;
  /** The current sentence that the source may support. */
  currentSentence?: string | null;
}

const STATUS_TEXTS = {
  gone: "The page is gone",
  changed: "The quote is no longer in the page",
  retracted: "This work was retracted",
};

/** Shows a source with its quote, the facts that the quote lacks, and its buttons. */
export function SourceDetails({
  evidence: { id, source, quote, kind, checkedBy, status, checkedAt, keptBy, reason, facts, opinion },
  path,
  canAsk = false,
  currentSentence: holdsFor,
}: Props) {
  return (
    <div className="py-1">
      {source ? (
        <Hint>
          <SourceTitle source={source} />
          {kind === "reference" ? (
            <>
              {source.kind && ` (${SOURCE_LABELS[source.kind]})`}. Reference without a quote, checked by {checkedBy} on{" "}
            </>
          ) : (
            <>
              :{" "}
              <q>
                <MarkedText text={quote} facts={facts} side="quote" />
              </q>{" "}
              Retrieved on{" "}
            </>
          )}
          <ShortDate time={source.retrievedAt} />.
          {status !== "supported" && (
            <strong>
              {" "}
              {STATUS_TEXTS[status]}, found on <ShortDate time={checkedAt} />.
            </strong>
          )}
        </Hint>
      ) : (
        <Hint>
          Kept without a source by {keptBy}: {reason}
        </Hint>
      )}
      <Facts facts={facts} />
      {opinion && <ModelOpinion opinion={opinion} />}
      <RowActionsForm method="post" action={path} preventScrollReset className="mt-1">
        <input type="hidden" name="evidence" value={id} />
        {holdsFor && (
          <>
            <input type="hidden" name="sentence" value={holdsFor} />
            <Button type="submit" quiet small name="intent" value="hold">
              It supports the new sentence
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
            {opinion ? "Ask the model again" : "Ask the model"}
          </Button>
        )}
        <TextButton className="text-sm" name="intent" value="remove">
          {source ? "Remove source" : "Remove"}
        </TextButton>
      </RowActionsForm>
    </div>
  );
}
