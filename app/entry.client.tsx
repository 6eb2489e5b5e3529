import { RemixBrowser } from "@remix-run/react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { resetEarlyChanges } from "./components/layout/early-changes";
import { hydrateServerHtml, tolerateForeignChanges } from "./components/layout/foreign-changes";
import { markStarted, markUnstarted } from "./components/layout/start-script";

/**
 * Decodes the page's data before React hydrates, because the framework would suspend its first render until then. A key or
 * click in that moment would make React 18 give up hydration (error 345).
 */
async function decode(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

// Hydration would end the composition of a text.
const waitForComposition = () => (window as { composed?: Promise<unknown> }).composed;

// The first view does without this script.
const prepareSending = () => import("./components/layout/sending").catch(() => {});

Promise.all([decode(), prepareSending()])
  .then(waitForComposition)
  .then(() => {
    let repeatEarlyChanges = () => {};
    // Hydrates synchronously, so that no browser extension changes the page in between.
    const hasStarted = hydrateServerHtml(() => {
      repeatEarlyChanges = resetEarlyChanges();
      flushSync(() => {
        hydrateRoot(document, <RemixBrowser />);
      });
    });
    if (!hasStarted) return markUnstarted();
    tolerateForeignChanges();
    repeatEarlyChanges();
    markStarted();
  });
