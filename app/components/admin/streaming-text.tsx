import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { PlainText } from "~/components/admin/text";

/** The time between two requests while text arrives. */
const EVERY_MS = 400;

/** Text that is still being written, as it arrives; without scripts, as it was when the page was made. */
export function StreamingText({
  address,
  text: first,
}: {
  /** Of the call that tells more. */ address: string;
  text: string;
}) {
  const [text, setText] = useState(first);
  // Text that has arrived here is never older than the text of a new page.
  const arrived = useRef(first);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = new AbortController();
    const look = async () => {
      try {
        const from = arrived.current.length;
        const response = await fetch(`${address}?from=${from}`, { signal: stop.signal });
        const more = response.ok ? await response.json() : null;
        // Another try begins anew.
        if (more) arrived.current = more.length < from ? "" : arrived.current + more.text;
        if (more) setText(arrived.current);
        if (more && more.status !== "running") return revalidate();
      } catch {
        // The next look finds out.
      }
      if (!stop.signal.aborted) timer = setTimeout(look, EVERY_MS);
    };
    timer = setTimeout(look, EVERY_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [address, revalidate]);
  const shown = text.length > first.length ? text : first;
  return shown ? <PlainText className={ARRIVING}>{shown}</PlainText> : null;
}

/** A text of which more may come. */
export const ARRIVING = "arriving mt-2.5 max-h-96 overflow-y-auto border-l-3 border-accent bg-paper px-3.5 py-2.5";
