import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** How often one asks for more while text arrives. */
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
  // What has arrived here is never older than what comes with a look at the whole list.
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
  return shown ? <p className="text arriving">{shown}</p> : null;
}
