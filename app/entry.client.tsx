import { RemixBrowser } from "@remix-run/react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { allowOthers, onOwnPage } from "./components/layout/others-changes";
import { markUnstarted } from "./components/layout/start-script";

/**
 * The framework begins to decode the page's data with its first render, and suspends until that is done. A key or a click
 * in that moment would make React 18 give up on the page (its error 345), so the data is decoded before React takes over.
 */
async function decode(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

decode().then(() => {
  // At once: in between others could change the page.
  const hasStarted = onOwnPage(() =>
    flushSync(() => {
      hydrateRoot(document, <RemixBrowser />);
    }),
  );
  if (hasStarted) allowOthers();
  else markUnstarted();
});
