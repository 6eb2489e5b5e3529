import { createContext, useContext } from "react";

/** See app/start-source.server.ts. */
export function StartScript({ nonce }: { nonce?: string }) {
  // In the browser it has run already, and is not there a second time.
  const source = useContext(SourceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />;
}

/** Called once the page is live. */
export function markStarted(): void {
  (window as { started?: () => void }).started?.();
}

/**
 * For a link's `prefetch`: what it leads to is fetched once the reader points at it, but not on a slow line, which is busy
 * enough with what was asked for. Nothing of it is in the page, so that server and browser may differ.
 */
export function onIntent(): "intent" | "none" {
  return typeof window !== "undefined" && (window as { slow?: boolean }).slow ? "none" : "intent";
}

/** For a link's `viewTransition`: nothing moves for readers who want it so, whatever the style sheet says. */
export function whereThingsMove(): boolean {
  return typeof window !== "undefined" && matchMedia("(prefers-reduced-motion: no-preference)").matches;
}

/** Called where scripts cannot take over: the page stays as it is without them. */
export function markUnstarted(): void {
  document.documentElement.dataset.light = "unstarted";
  (window as { started?: (state: number) => void }).started?.(3);
}

/** What starts the scripts; known on the server only. */
export const SourceContext = createContext("");

/** The nonce for inline scripts; known on the server only, because browsers hide it. */
export const NonceContext = createContext<string | undefined>(undefined);

/** True for a page that is sent without scripts, whatever the reader prefers. */
export const NoScriptsContext = createContext(false);
