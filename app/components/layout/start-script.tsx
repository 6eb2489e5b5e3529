import { createContext, useContext } from "react";

/** See app/http/start-source.server.ts. */
export function StartScript({ nonce }: { nonce?: string }) {
  // The browser has run it already, so it is not rendered again.
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

/** Returns the `viewTransition` of a link: false for readers who want less motion. */
export function whereThingsMove(): boolean {
  return typeof window !== "undefined" && matchMedia("(prefers-reduced-motion: no-preference)").matches;
}

/** Called where scripts cannot take over: the page stays as it is without them. */
export function markUnstarted(): void {
  document.documentElement.dataset.light = "unstarted";
  (window as { started?: (state: number) => void }).started?.(3);
}

/** The source that starts the scripts; only the server has it. */
export const SourceContext = createContext("");

/** The nonce for inline scripts; known on the server only, because browsers hide it. */
export const NonceContext = createContext<string | undefined>(undefined);

/** True for a page that is sent without scripts, whatever the reader prefers. */
export const NoScriptsContext = createContext(false);
