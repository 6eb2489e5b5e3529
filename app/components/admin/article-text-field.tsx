import type { RefObject } from "react";
import { Progress } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { CountedTextArea } from "~/components/forms/field";
import { Prose } from "~/components/ui/prose";
import { ARTICLE_LABELS, ARTICLE_RECORD } from "~/models/records/articles/fields";
import type { Preview } from "~/models/records/articles/text";
import { useLivePreview } from "./live-preview";
import { runByKey, TextToolbar } from "./text-toolbar";
import { type Sending, useDroppedImages } from "./use-dropped-images";

interface Props {
  value: string;
  error?: string;
  /** Of what stands in the form at first, or when it was sent with Preview. */
  preview: Preview;
  form: RefObject<HTMLFormElement>;
}

/** The text of an article beside what readers will see of it: while it is typed, or by a button without scripts. */
export function ArticleTextField({ value, error, preview, form }: Props) {
  const { shown, failed } = useLivePreview(preview, form);
  const { sending, handlers } = useDroppedImages();
  return (
    <div id="section-text" className={`${WRITING_PAIR} scroll-mt-4`}>
      <div>
        <TextToolbar area={() => form.current?.querySelector<HTMLTextAreaElement>("#body") ?? null} />
        <CountedTextArea
          label={ARTICLE_LABELS.body}
          name="body"
          defaultValue={value}
          error={error}
          rows={20}
          guidance="Markdown works: ## for a heading, **bold**, [words](https://…) for a link. Images can be pasted or dropped here."
          most={ARTICLE_RECORD.body.max}
          onKeyDown={runByKey}
          {...handlers}
        />
        <SendingStatus sending={sending} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached without a mouse */}
      <section aria-labelledby="preview" className={PREVIEW_BOX} tabIndex={0}>
        <h2 id="preview" className="m-0 border-b border-line pb-1.5 font-sans text-base">
          Preview <small className="ml-2 text-sm font-normal text-muted">{countOf(shown)}</small>
        </h2>
        {failed && <ErrorText>The preview could not be loaded. The next change tries again.</ErrorText>}
        {shown.html ? (
          <div onErrorCapture={({ target }) => sayUnavailable(target)}>
            <Prose html={shown.html} className="[&_h2]:mt-5 [&_h2]:mb-0" dir="auto" />
          </div>
        ) : (
          <p className="text-muted">Nothing is written yet.</p>
        )}
      </section>
    </div>
  );
}

function countOf({ words, minutes }: Preview): string {
  return `${words.toLocaleString("en")} ${words === 1 ? "word" : "words"}, ${minutes} min read`;
}

function SendingStatus({ sending: { name, progress, problem } }: { sending: Sending }) {
  return (
    <>
      <Hint role="status" className="noscript:hidden">
        {name && `Uploading ${name} …`}
      </Hint>
      {name && <Progress className="w-full" value={progress} aria-label={`Uploading ${name}`} />}
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
    </>
  );
}

function sayUnavailable(target: EventTarget): void {
  if (target instanceof HTMLImageElement) target.replaceWith("Image unavailable");
}

/** A text area and its preview: beside each other where there is room. */
export const WRITING_PAIR =
  "mb-5 grid gap-x-8 gap-y-4 lg:grid-cols-2 [&_textarea]:h-[60vh] [&_textarea]:max-h-none [&_textarea]:min-h-72 [&_textarea]:[field-sizing:fixed]";
export const PREVIEW_BOX =
  "article-preview max-h-[70vh] min-h-32 overflow-y-auto rounded-lg border border-line bg-surface px-4 pt-3 pb-4 [&>*+*]:mt-3";
