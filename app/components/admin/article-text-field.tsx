import { type RefObject, useEffect, useRef, useState } from "react";
import { ErrorText } from "~/components/admin/text";
import { CountedTextArea } from "~/components/forms/field";
import { call } from "~/components/ui/api-client";
import { ARTICLE_LABELS, ARTICLE_LENGTHS } from "~/models/articles/fields";

/** A text as its page will show it. */
export interface Preview {
  html: string;
  /** Reading time. */
  minutes: number;
}

interface Props {
  value: string;
  error?: string;
  /** Of what stands in the form at first, or when it was sent with Preview. */
  preview: Preview;
  form: RefObject<HTMLFormElement>;
}

/** Time after the last key before the preview is made anew. */
const WAIT_MS = 400;

/** The text of an article beside what readers will see of it: while it is typed, or by a button without scripts. */
export function ArticleTextField({ value, error, preview, form }: Props) {
  const { shown, failed } = useLivePreview(preview, form);
  return (
    <div className={WRITING_PAIR}>
      <CountedTextArea
        label={ARTICLE_LABELS.body}
        name="body"
        defaultValue={value}
        error={error}
        rows={20}
        guidance="Markdown works: ## for a heading, **bold**, [words](https://…) for a link."
        most={ARTICLE_LENGTHS.body}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached without a mouse */}
      <section aria-labelledby="preview" className={PREVIEW_BOX} tabIndex={0}>
        <h2 id="preview" className="m-0 border-b border-line pb-1.5 font-sans text-base">
          Preview <small className="ml-2 text-sm font-normal text-muted">{shown.minutes} min read</small>
        </h2>
        {failed && <ErrorText>The preview could not be made anew. It follows with the next change.</ErrorText>}
        {shown.html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made by models/markdown.server.ts, which lets nothing run
          <div className="prose [&_h2]:mt-5 [&_h2]:mb-0" dangerouslySetInnerHTML={{ __html: shown.html }} />
        ) : (
          <p className="text-muted">Nothing is written yet.</p>
        )}
      </section>
    </div>
  );
}

/** A text area and its preview: beside each other where there is room. */
export const WRITING_PAIR =
  "mb-5 grid gap-x-8 gap-y-4 lg:grid-cols-2 [&_textarea]:h-[60vh] [&_textarea]:max-h-none [&_textarea]:min-h-72 [&_textarea]:[field-sizing:fixed]";
export const PREVIEW_BOX =
  "article-preview max-h-[70vh] min-h-32 overflow-y-auto rounded-lg border border-line bg-surface px-4 pt-3 pb-4 [&>*+*]:mt-3";

/** Asks the server for each state of the text, one question at a time, and shows the latest answer. */
function useLivePreview(preview: Preview, form: RefObject<HTMLFormElement>) {
  const [live, setLive] = useState<Preview | null>(null);
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // What the page itself brings is newer than what was asked before it.
  useEffect(() => setLive((before) => (preview ? null : before)), [preview]);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let latest = 0;
    const make = async () => {
      const question = ++latest;
      const fields = new FormData(element);
      const body = { title: String(fields.get("title") ?? ""), body: String(fields.get("body") ?? "") };
      const made = await call<Preview>("/api/admin/articles/preview", { method: "POST", body }).catch(() => null);
      if (question !== latest) return;
      setFailed(made === null);
      if (made) setLive(made);
    };
    const typed = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name !== "body" && name !== "title") return;
      clearTimeout(timer.current);
      timer.current = setTimeout(make, WAIT_MS);
    };
    element.addEventListener("input", typed);
    return () => {
      latest++;
      clearTimeout(timer.current);
      element.removeEventListener("input", typed);
    };
  }, [form]);
  return { shown: live ?? preview, failed };
}
