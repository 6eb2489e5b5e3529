import type { ComponentProps } from "react";
import { LinkSummary } from "~/components/admin/page-parts";
import { Facts } from "~/components/admin/sources/facts";
import { BulletList, Hint } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { ExternalLink } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { countNoun } from "~/models/base/text/numbers";
import { type DraftSentence, type FailedPage, type KeepBy, keepFields } from "~/models/records/provenance/sentences";

interface Props {
  id: string;
  sentences: DraftSentence[];
  notice: string;
  failedPages: FailedPage[];
  /** Returns the attributes of the button that keeps a sentence. Absent when the draft is closed and nothing can be kept. */
  keepButton?: (index: number, by: KeepBy) => ComponentProps<typeof Button>;
  /** Returns what was typed into a field of a refused form. */
  typed?: (name: string) => string | undefined;
  errors?: Record<string, string>;
}

/** Lists the sentences with their sources, then the unsupported sentences with forms to keep them. */
export function CheckedSentences({ id, sentences, notice, failedPages, keepButton, ...form }: Props) {
  const numberedSentences = sentences.map((sentence, index) => ({ sentence, index }));
  const supportedSentences = numberedSentences.filter(({ sentence }) => sentence.evidence);
  const unsupportedSentences = numberedSentences.filter(({ sentence }) => !sentence.evidence);
  return (
    <div className="sentences my-2">
      {notice && <Notice>{notice}</Notice>}
      {supportedSentences.length > 0 && (
        <>
          <Hint>Sentences and their sources:</Hint>
          <ol className="list-decimal pl-6 [&>li]:my-1.5">
            {supportedSentences.map(({ sentence, index }) => (
              <li key={index}>
                {readableText(sentence)} <Source sentence={sentence} />
                <Facts facts={sentence.facts ?? []} />
              </li>
            ))}
          </ol>
        </>
      )}
      {unsupportedSentences.length > 0 && (
        <>
          <Hint>No page supports these sentences, so they are not part of the text:</Hint>
          <ul className="list-disc pl-4.5 [&>li]:my-1.5">
            {unsupportedSentences.map(({ sentence, index }) => (
              <li key={index}>
                <del>
                  <span className="sr-only">Not supported: </span>
                  {readableText(sentence)}
                </del>{" "}
                <small>{sentence.reason}</small>
                {keepButton && (
                  <KeepForms id={id} index={index} sentence={sentence} keepButton={keepButton} {...form} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <FailedPages pages={failedPages} />
    </div>
  );
}

/** Returns the text as people read it; stored list entries divide their parts by a bar. */
function readableText({ field, text }: DraftSentence): string {
  return field === "scienceHighlights" ? text.replace("|", ": ") : text;
}

function Source({ sentence: { evidence } }: { sentence: DraftSentence }) {
  if (!evidence) return null;
  const { source, quote, keptBy, reason } = evidence;
  if (!source) {
    return (
      <small>
        Kept without a source by {keptBy}: {reason}
      </small>
    );
  }
  return (
    <details>
      <LinkSummary>{source.title}</LinkSummary>
      <blockquote className="my-1 border-l-2 border-edge pl-3">{quote}</blockquote>
      <ExternalLink url={source.url}>{source.url}</ExternalLink>
      {keptBy && <small> Source added by {keptBy}.</small>}
    </details>
  );
}

type KeepFormsProps = Required<Pick<Props, "id" | "keepButton">> &
  Pick<Props, "typed" | "errors"> & { index: number; sentence: DraftSentence };

function KeepForms({ id, index, sentence, keepButton, typed = () => undefined, errors = {} }: KeepFormsProps) {
  const names = keepFields(id, index);
  const propsOf = (name: string) => ({ name, defaultValue: typed(name), error: errors[name], autoComplete: "off" });
  const isOpen = Object.values(names).some((name) => errors[name] || typed(name));
  return (
    <details open={isOpen || undefined}>
      <LinkSummary>Keep this sentence</LinkSummary>
      <Field {...propsOf(names.url)} label="Address of another source" inputMode="url" />
      <TextArea {...propsOf(names.quote)} label="Quote from it, word for word" rows={2} />
      <Button quiet small {...keepButton(index, "source")} aria-label={`Keep with this source: ${sentence.text}`}>
        Keep with this source
      </Button>
      <Field
        {...propsOf(names.reason)}
        label="Or the reason to keep it without a source"
        hint="Your name is stored with it."
      />
      <Button quiet small {...keepButton(index, "reason")} aria-label={`Keep for this reason: ${sentence.text}`}>
        Keep for this reason
      </Button>
    </details>
  );
}

function FailedPages({ pages }: { pages: FailedPage[] }) {
  if (pages.length === 0) return null;
  return (
    <details>
      <LinkSummary>{countNoun(pages.length, "page was not used", "pages were not used")}</LinkSummary>
      <BulletList>
        {pages.map(({ url, reason }) => (
          <li key={url}>
            {/^https?:/i.test(url) ? <ExternalLink url={url}>{url}</ExternalLink> : url}: {reason}.
          </li>
        ))}
      </BulletList>
    </details>
  );
}
