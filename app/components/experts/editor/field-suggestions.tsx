import { usePlaceOnPage } from "~/components/admin/admin-pages";
import { CheckedSentences } from "~/components/admin/checked-sentences";
import { Diff, ListDiff } from "~/components/admin/diff";
import { RowActions } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { cellsOf } from "~/models/records/experts/form";
import {
  isRows,
  isSuggested,
  modelName,
  OFFERS,
  type Offer,
  offerState,
  SUGGESTION,
  type SuggestedField,
  valueIn,
  valueWith,
} from "~/models/records/provenance/suggestions";
import { ProvenanceNote, RejectedLinks } from "./suggestion-notes";
import type { Suggestions } from "./use-suggestions";

/** Shows below a field which model wrote it, the Suggest button, and a suggestion compared with the current text. */
export function FieldSuggestions({ field, help }: { field: ExpertField; help: Suggestions }) {
  const note = help.written.find((suggestion) => suggestion.field === field);
  if (!note && !isSuggested(field)) return null;
  return (
    <div className="help -mt-1.5 mb-2 [fieldset+&]:mt-0" id={`${field}-help`}>
      {note && <ProvenanceNote note={note} />}
      {isSuggested(field) && <SuggestButton field={field} help={help} />}
    </div>
  );
}

function SuggestButton({ field, help }: { field: SuggestedField; help: Suggestions }) {
  const { requestedField, failure, notice, missing, offers } = help;
  const label = EXPERT_LABELS[field];
  const fieldOffers = offers.filter((offer) => offer.field === field);
  const placeOnPage = usePlaceOnPage();
  return (
    <>
      {missing === "" && (
        // The button stands on the line of the label.
        <RowActions className="flex-row-reverse md:absolute md:top-0 md:right-0 md:-mt-1">
          <Button
            id={`${field}-suggest`}
            type="submit"
            quiet
            small
            name={SUGGESTION}
            value={`ask ${field}`}
            formAction={placeOnPage(field)}
            aria-label={`${requestedField === field ? "Asking…" : "Suggest"}: ${label}`}
            aria-disabled={requestedField !== null || undefined}
            onClick={(event) => help.ask(event, field)}
          >
            {requestedField === field ? "Asking…" : "Suggest"}
          </Button>{" "}
          <span role="status">
            {requestedField === field &&
              (field === "referenceLinks"
                ? "The model searches for links and opens them."
                : "The model reads pages and then writes a text.")}
          </span>
        </RowActions>
      )}
      {failure?.field === field && <ErrorText role="alert">{failure.message}</ErrorText>}
      {notice?.field === field && (
        <Notice role="status">
          <strong dir="auto">{notice.title}</strong>
          <p>{notice.message}</p>
          <RejectedLinks links={notice.rejected} />
        </Notice>
      )}
      {fieldOffers.map((offer) => (
        <Suggestion key={offer.id} offer={offer} label={label} help={help} />
      ))}
    </>
  );
}

function Suggestion({ offer, label, help }: { offer: Offer; label: string; help: Suggestions }) {
  const { id, field, isAccepted, model, rejected, sentences, notice, failedPages, value } = offer;
  const isEmpty = value.length === 0;
  const placeOnPage = usePlaceOnPage();
  const button = { type: "submit", name: SUGGESTION, formAction: placeOnPage(field) } as const;
  return (
    <section
      id={`${id}-offer`}
      className="offer mt-2.5 rounded-lg border border-edge bg-paper px-3.5 py-3 [&>:is(p,ul)]:my-2 [&>:is(p,ul)]:max-h-120 [&>:is(p,ul)]:overflow-y-auto"
      aria-label={`Suggestion: ${label}`}
      tabIndex={-1}
    >
      <input type="hidden" name={`${OFFERS}[]`} value={offerState(offer)} />
      {isAccepted ? (
        <RowActions>
          <span role="status">The suggestion of {modelName(model)} is in the field. Save the form to store it.</span>
          <Button
            {...button}
            id={`${id}-undo`}
            quiet
            small
            value={`undo ${id}`}
            aria-label={`Undo: ${label}`}
            onClick={(event) => help.undo(event, offer)}
          >
            Undo
          </Button>
        </RowActions>
      ) : (
        <>
          <Hint>
            Suggested by {modelName(model)}
            {isEmpty ? "" : isRows(field) ? ", with additions marked" : ", compared with the text above"}:
          </Hint>
          {isEmpty ? (
            <p>No page supports any of the sentences yet.</p>
          ) : isRows(field) ? (
            <ListDiff
              before={[valueIn(help.currentForm, field)].flat()}
              after={[valueWith(help.currentForm, offer)].flat()}
              label={(entry) => cellsOf(field, entry).filter(Boolean).join(": ")}
            />
          ) : (
            <Diff before={valueIn(help.currentForm, field)} after={valueWith(help.currentForm, offer)} />
          )}
          <RejectedLinks links={rejected} />
          <CheckedSentences
            id={id}
            sentences={sentences}
            notice={notice}
            failedPages={failedPages}
            keepButton={(index, by) => ({
              ...button,
              value: `keep ${id} ${index} ${by}`,
              onClick: (event) => help.keep(event, offer, index, by),
            })}
            typed={(name) => help.values[name]?.toString()}
            errors={help.errors}
          />
          <RowActions>
            {!isEmpty && (
              <Button
                {...button}
                id={`${id}-accept`}
                small
                value={`accept ${id}`}
                aria-label={`Accept: ${label}`}
                onClick={(event) => help.accept(event, offer)}
              >
                Accept
              </Button>
            )}
            <Button
              {...button}
              quiet
              small
              value={`dismiss ${id}`}
              aria-label={`Reject: ${label}`}
              onClick={(event) => help.dismiss(event, offer)}
            >
              Reject
            </Button>
          </RowActions>
        </>
      )}
    </section>
  );
}
