import { createContext, useContext } from "react";

/** Renders the inline script of app/http/start-source.server.ts. */
export function StartScript({ nonce }: { nonce?: string }) {
  // In the browser the source is empty, because the script has run already.
  const source = useContext(SourceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />;
}

/** Tells the start script that the page is hydrated. */
export function markStarted(): void {
  (window as { started?: () => void }).started?.();
}

/**
 * Returns the `prefetch` of a link: pages are fetched when the reader points at the link, except on a slow connection. The value is
 * not in the HTML, so server and browser may differ.
 */
export function prefetchMode(): "intent" | "none" {
  return typeof window !== "undefined" && (window as { slow?: boolean }).slow ? "none" : "intent";
}

/** Returns the `viewTransition` of a link: false for readers who want less motion. */
export function allowsMotion(): boolean {
  return typeof window !== "undefined" && matchMedia("(prefers-reduced-motion: no-preference)").matches;
}

/** Tells the start script that hydration failed. The page then works as without scripts. */
export function markUnstarted(): void {
  document.documentElement.dataset.light = "unstarted";
  (window as { started?: (state: number) => void }).started?.(3);
}

/** The source of the start script; empty in the browser. */
export const SourceContext = createContext("");

/** The nonce of inline scripts. Only the server has it, because browsers hide it. */
export const NonceContext = createContext<string | undefined>(undefined);

/** True for a page that is always sent without scripts. */
export const NoScriptsContext = createContext(false);
