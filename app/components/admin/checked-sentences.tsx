import type { ComponentProps } from "react";
import { LinkSummary } from "~/components/admin/page-parts";
import { Facts } from "~/components/admin/sources/facts";
import { BulletList, Hint } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { ExternalLink } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { type DraftSentence, type FailedPage, type KeepBy, keepFields } from "~/models/records/provenance/sentences";

interface Props {
  id: string;
  sentences: DraftSentence[];
  notice: string;
  failedPages: FailedPage[];
  /** The button that keeps a sentence; without it nothing can be kept any more. */
  keepButton?: (index: number, by: KeepBy) => ComponentProps<typeof Button>;
  /** Returns the refused value of a field. */
  typed?: (name: string) => string | undefined;
  errors?: Record<string, string>;
}

/** Shows the source of each written sentence, and apart from them the sentences without one, each with ways to keep it. */
export function CheckedSentences({ id, sentences, notice, failedPages, keepButton, ...form }: Props) {
  const numbered = sentences.map((sentence, index) => ({ sentence, index }));
  const supported = numbered.filter(({ sentence }) => sentence.evidence);
  const unsupported = numbered.filter(({ sentence }) => !sentence.evidence);
  return (
    <div className="sentences my-2">
      {notice && <Notice>{notice}</Notice>}
      {supported.length > 0 && (
        <>
          <Hint>Sentences and their sources:</Hint>
          <ol className="list-decimal pl-6 [&>li]:my-1.5">
            {supported.map(({ sentence, index }) => (
              <li key={index}>
                {shown(sentence)} <Source sentence={sentence} />
                <Facts facts={sentence.facts ?? []} />
              </li>
            ))}
          </ol>
        </>
      )}
      {unsupported.length > 0 && (
        <>
          <Hint>Not supported by a page, and not part of the text:</Hint>
          <ul className="list-disc pl-4.5 [&>li]:my-1.5">
            {unsupported.map(({ sentence, index }) => (
              <li key={index}>
                <del>
                  <span className="sr-only">Not supported: </span>
                  {shown(sentence)}
                </del>{" "}
                <small>{sentence.reason}</small>
                {keepButton && <Keeping id={id} index={index} sentence={sentence} keepButton={keepButton} {...form} />}
              </li>
            ))}
          </ul>
        </>
      )}
      <FailedPages pages={failedPages} />
    </div>
  );
}

/** Entries of lists have their parts divided by a bar. */
function shown({ field, text }: DraftSentence): string {
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

type KeepingProps = Required<Pick<Props, "id" | "keepButton">> &
  Pick<Props, "typed" | "errors"> & { index: number; sentence: DraftSentence };

function Keeping({ id, index, sentence, keepButton, typed = () => undefined, errors = {} }: KeepingProps) {
  const names = keepFields(id, index);
  const field = (name: string) => ({ name, defaultValue: typed(name), error: errors[name], autoComplete: "off" });
  const isOpen = Object.values(names).some((name) => errors[name] || typed(name));
  return (
    <details open={isOpen || undefined}>
      <LinkSummary>Keep this sentence</LinkSummary>
      <Field {...field(names.url)} label="Address of a source of your own" inputMode="url" />
      <TextArea {...field(names.quote)} label="Quote from it, word for word" rows={2} />
      <Button quiet small {...keepButton(index, "source")} aria-label={`Keep with this source: ${sentence.text}`}>
        Keep with this source
      </Button>
      <Field {...field(names.reason)} label="Or why it stays without a source" hint="Your name is stored with it." />
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
      <LinkSummary>{pages.length === 1 ? "1 page was not used" : `${pages.length} pages were not used`}</LinkSummary>
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
