import { type RefObject, useEffect, useState } from "react";
import { Progress } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { CountedTextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Prose } from "~/components/ui/prose";
import { countNoun } from "~/models/base/text/numbers";
import { ARTICLE_LABELS, ARTICLE_RECORD } from "~/models/records/articles/fields";
import type { Preview } from "~/models/records/articles/text";
import { useLivePreview } from "./live-preview";
import { runByKey, TextToolbar } from "./text-toolbar";
import { type UploadState, useDroppedImages } from "./use-dropped-images";

interface Props {
  value: string;
  error?: string;
  /** The preview of the first text, or of the text sent with Preview. */
  preview: Preview;
  /** True after a browser without scripts sent the form with the Preview button. */
  isPreviewRequested: boolean;
  /** The name and value of the Preview button. */
  previewButton: { name: string; value: string };
  form: RefObject<HTMLFormElement>;
}

/** Shows the text area at full width, or the preview in its place. Without scripts a button shows the preview below the text area. */
export function ArticleTextField({ value, error, preview, isPreviewRequested, previewButton, form }: Props) {
  const [isPreviewShown, setPreviewShown] = useState(false);
  const { shownPreview, hasFailed } = useLivePreview(preview, form, isPreviewShown);
  const { upload, handlers } = useDroppedImages();
  // An error belongs to the text area, so the text area replaces the preview.
  useEffect(() => {
    if (error) setPreviewShown(false);
  }, [error]);
  return (
    <div id="section-text" className="mb-5 scroll-mt-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 noscript:hidden">
        {!isPreviewShown && (
          <TextToolbar area={() => form.current?.querySelector<HTMLTextAreaElement>("#body") ?? null} />
        )}
        <Button
          type="button"
          quiet
          small
          className="ml-auto"
          aria-pressed={isPreviewShown}
          onClick={() => setPreviewShown(!isPreviewShown)}
        >
          Preview
        </Button>
      </div>
      <div hidden={isPreviewShown} className={`${TEXT_AREA_CLASS} [&_textarea]:h-[60vh]`}>
        <CountedTextArea
          label={ARTICLE_LABELS.body}
          name="body"
          defaultValue={value}
          error={error}
          rows={20}
          guidance="Markdown works: ## for a heading, **bold**, [words](https://…) for a link. Images can be pasted or dropped here. Footnotes such as [^1] do not work."
          maxLength={ARTICLE_RECORD.body.max}
          onKeyDown={runByKey}
          {...handlers}
        />
        <UploadStatus upload={upload} />
        <Button type="submit" quiet small className="script:hidden" {...previewButton} formAction="#preview">
          Preview
        </Button>
      </div>
      {(isPreviewShown || isPreviewRequested) && (
        <section aria-labelledby="preview" className={`${PREVIEW_BOX_CLASS} mt-3 max-h-none!`}>
          <h2 id="preview" className="m-0 scroll-mt-4 border-b border-line pb-1.5 font-sans text-base">
            Preview <small className="ml-2 text-sm font-normal text-muted">{wordCountText(shownPreview)}</small>
          </h2>
          {hasFailed && <ErrorText>The preview could not be loaded. The next change tries again.</ErrorText>}
          {shownPreview.html ? (
            <div className="mx-auto max-w-measure" onErrorCapture={({ target }) => replaceBrokenImage(target)}>
              <Prose html={shownPreview.html} className="[&_h2]:mt-5 [&_h2]:mb-0" dir="auto" />
            </div>
          ) : (
            <p className="text-muted">Nothing is written yet.</p>
          )}
        </section>
      )}
    </div>
  );
}

function wordCountText({ words, minutes }: Preview): string {
  return `${countNoun(words, "word", "words")}, ${minutes} min read`;
}

function UploadStatus({ upload: { name, progress, problem } }: { upload: UploadState }) {
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

function replaceBrokenImage(target: EventTarget): void {
  if (target instanceof HTMLImageElement) target.replaceWith("Image unavailable");
}

const TEXT_AREA_CLASS = "[&_textarea]:max-h-none [&_textarea]:min-h-72 [&_textarea]:[field-sizing:fixed]";
/** A text area and its preview, side by side on a wide screen. */
export const TEXT_AND_PREVIEW_CLASS = `mb-5 grid gap-x-8 gap-y-4 lg:grid-cols-2 ${TEXT_AREA_CLASS} [&_textarea]:h-[60vh]`;
export const PREVIEW_BOX_CLASS =
  "article-preview max-h-[70vh] min-h-32 overflow-y-auto rounded-lg border border-line bg-surface px-4 pt-3 pb-4 [&>*+*]:mt-3";
