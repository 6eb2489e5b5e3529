import { Form } from "@remix-run/react";
import { digitProps, keyProps } from "~/components/admin/keys";
import { LinkSummary, RowActions } from "~/components/admin/page-parts";
import { ReferenceFields } from "~/components/admin/sources/reference-fields";
import { Hint, PlainText } from "~/components/admin/text";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/link";
import type { NamedSource, Proposal } from "~/models/editing/sources/finding/proposals.server";
import { PLACE_MAX } from "~/models/records/evidence/evidence";
import { markedPieces } from "~/models/records/evidence/facts/fact";
import type { Step } from "./step.server";

interface Props {
  path: string;
  step: Step;
  namedSources: NamedSource[];
  /** The answer to a refused form. */
  answer: FormAnswer | undefined;
}

/** Shows a sentence with a passage, and the actions for them. Each has a button and a key. */
export function SentenceStep({ path, step, namedSources, answer }: Props) {
  const { label, sentence, candidates, candidate, number, total, next } = step;
  const proposal = candidates[candidate];
  const hiddenInputs = (
    <>
      <input type="hidden" name="at" value={step.key} />
      <input type="hidden" name="next" value={next} />
    </>
  );
  return (
    <section aria-labelledby="sentence">
      <h2 id="sentence" className="text-base">
        {label}, sentence {number} of {total} without a source
      </h2>
      <PlainText id="claim" className="text-lg">
        <SharedWords text={sentence} ranges={proposal?.shared.claim ?? []} />
      </PlainText>
      {proposal ? (
        <>
          <Passage proposal={proposal} number={candidate + 1} total={candidates.length} />
          <Form method="post" action={path} className="my-4 flex flex-wrap items-center gap-2.5" preventScrollReset>
            {hiddenInputs}
            <input type="hidden" name="proposal" value={proposal.id} />
            <Button
              type="submit"
              name="intent"
              value="take"
              {...keyProps("accept")}
              aria-describedby="claim passage"
              // Each step is a new form, so keyboard users continue at its first button.
              autoFocus
            >
              Take
            </Button>
            {candidates.length > 1 && (
              <ButtonLink
                quiet
                to={`?sentence=${step.key}&candidate=${(candidate + 1) % candidates.length}`}
                {...keyProps("another")}
              >
                Next passage
              </ButtonLink>
            )}
            <Button type="submit" quiet name="intent" value="reject" {...keyProps("reject")}>
              Reject
            </Button>
            <NextSentence next={next} />
          </Form>
        </>
      ) : (
        <>
          <Hint>No passage of the pages has words of this sentence.</Hint>
          <RowActions className="my-3">
            <NextSentence next={next} />
          </RowActions>
        </>
      )}
      {namedSources.length > 0 && <References path={path} step={step} namedSources={namedSources} />}
      <OtherReference path={path} step={step} answer={answer} />
    </section>
  );
}

function NextSentence({ next }: { next: string }) {
  return (
    <ButtonLink quiet to={`?sentence=${next}`} {...keyProps("skip")}>
      Next sentence
    </ButtonLink>
  );
}

function Passage({ proposal, number, total }: { proposal: Proposal; number: number; total: number }) {
  const { quote, shared, missing, source } = proposal;
  return (
    <div id="passage" className="my-3 max-w-measure border-l-3 border-line pl-4">
      <blockquote className="wrap-anywhere" dir="auto">
        <SharedWords text={quote} ranges={shared.quote} />
      </blockquote>
      <Hint>
        {total > 1 && `Passage ${number} of ${total}: `}
        <ExternalLink url={source.url}>{source.title}</ExternalLink>, read on <ShortDate time={source.retrievedAt} />.
      </Hint>
      <Hint>{shared.text}</Hint>
      {missing && <Hint>{missing}</Hint>}
    </div>
  );
}

/** Emphasizes the words that sentence and passage share. */
function SharedWords({ text, ranges }: { text: string; ranges: [number, number][] }) {
  return (
    <>
      {markedPieces(text, ranges).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key, and are never sorted
        piece.isMarked ? <strong key={index}>{piece.text}</strong> : piece.text,
      )}
    </>
  );
}

/** Lists the works and pages of the record. Each button adds one as a source without a quote. */
function References({ path, step, namedSources }: Omit<Props, "answer">) {
  return (
    <Form method="post" action={path} className="mt-6" preventScrollReset>
      <SentenceInputs step={step} />
      {/* Enter in the field below would press the first button of the form, so it presses none. */}
      <button type="submit" disabled hidden />
      <h3>Or add a work or page without a quote</h3>
      <Hint>Readers see your name and that you read it there today.</Hint>
      <ol className="my-2">
        {namedSources.map(({ url, title }, index) => (
          <li key={url} className="flex items-baseline gap-3 py-1">
            <Button
              type="submit"
              quiet
              small
              name="url"
              value={url}
              {...(index < DIGITS ? digitProps(index + 1) : {})}
              aria-label={index < DIGITS ? `${index + 1}: Refer to ${title}` : `Refer to ${title}`}
            >
              {index < DIGITS ? String(index + 1) : "Refer"}
            </Button>
            <span className="min-w-0 wrap-anywhere">
              <ExternalLink url={url}>{title}</ExternalLink>
            </span>
          </li>
        ))}
      </ol>
      <label className="block max-w-measure text-sm">
        Place in the source, such as a page or section (optional)
        <input name="place" maxLength={PLACE_MAX} className="w-full" autoComplete="off" />
      </label>
    </Form>
  );
}

/** Adds any other source: a paper by its DOI, a book by its ISBN, or a page by its address. */
function OtherReference({ path, step, answer }: Omit<Props, "namedSources">) {
  const stepAnswer =
    typedText(answer, "sentence") === step.sentence && answer?.values.title !== undefined ? answer : undefined;
  return (
    <details open={stepAnswer !== undefined} className="mt-4">
      <LinkSummary>Another work, book or page</LinkSummary>
      <Form method="post" action={path} className="max-w-measure" preventScrollReset>
        <SentenceInputs step={step} />
        <ReferenceFields answer={stepAnswer} />
        <Button type="submit" quiet small>
          Add the reference
        </Button>
      </Form>
    </details>
  );
}

/** The number of entries that a digit key presses. */
const DIGITS = 9;

/** Renders the hidden fields that name the sentence. */
function SentenceInputs({ step: { key, field, sentence, next } }: Pick<Props, "step">) {
  return (
    <>
      <input type="hidden" name="intent" value="refer" />
      <input type="hidden" name="at" value={key} />
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="field" value={field} />
      <input type="hidden" name="sentence" value={sentence} />
    </>
  );
}
