import { RemixBrowser } from "@remix-run/react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { hydrateServerHtml, tolerateForeignChanges } from "./components/layout/foreign-changes";
import { markUnstarted } from "./components/layout/start-script";

/**
 * Decodes the page's data before React hydrates. Otherwise the framework would suspend its first render for that. A key or
 * click in that moment would make React 18 give up hydration (error 345).
 */
async function decode(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

decode().then(() => {
  // Hydrates synchronously, so that no browser extension changes the page in between.
  const hasStarted = hydrateServerHtml(() =>
    flushSync(() => {
      hydrateRoot(document, <RemixBrowser />);
    }),
  );
  if (hasStarted) tolerateForeignChanges();
  else markUnstarted();
});
