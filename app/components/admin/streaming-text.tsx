import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { PlainText } from "~/components/admin/text";

/** Milliseconds between two requests while the text is being written. */
const POLL_MS = 400;
/** Milliseconds to wait after a request that failed. */
const RETRY_MS = 5_000;

/** Shows a text while it is being written. Without scripts it stays as it was when the page was rendered. */
export function StreamingText({
  address,
  text: initialText,
}: {
  /** The address of the call that returns the further text. */ address: string;
  text: string;
}) {
  const [text, setText] = useState(initialText);
  // A new page never has more text than arrived here.
  const arrivedText = useRef(initialText);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = new AbortController();
    const poll = async () => {
      let waitMs = document.hidden ? RETRY_MS : POLL_MS;
      try {
        const start = arrivedText.current.length;
        const response = await fetch(`${address}?from=${start}`, { signal: stop.signal });
        // The text was deleted, or the session has ended.
        if (response.status >= 400 && response.status < 500) return;
        if (!response.ok) waitMs = RETRY_MS;
        const answer = response.ok ? await response.json() : null;
        // A retry of the job starts with an empty text.
        if (answer) arrivedText.current = answer.length < start ? "" : arrivedText.current + answer.text;
        if (answer) setText(arrivedText.current);
        if (answer && answer.status !== "running") return revalidate();
      } catch {
        waitMs = RETRY_MS;
      }
      if (!stop.signal.aborted) timer = setTimeout(poll, waitMs);
    };
    timer = setTimeout(poll, POLL_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [address, revalidate]);
  const shownText = text.length > initialText.length ? text : initialText;
  return shownText ? <PlainText className={GROWING_TEXT_CLASS}>{shownText}</PlainText> : null;
}

/** The CSS classes of a text that may still grow. */
export const GROWING_TEXT_CLASS =
  "arriving mt-2.5 max-h-96 overflow-y-auto border-l-3 border-accent bg-paper px-3.5 py-2.5";
