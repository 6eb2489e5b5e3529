import { DISCLAIMER } from "~/subject/disclaimer";

/** A text whose HTML the server made from Markdown. */
export function Prose({ html, className = "", dir }: { html: string; className?: string; dir?: "auto" }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: models/text/markdown.server.ts writes only allowed elements
  return <div className={`prose ${className}`.trimEnd()} dir={dir} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Shows the note that stands below all texts about the subject. */
export function Disclaimer() {
  if (!DISCLAIMER) return null;
  return <p className="max-w-measure border-t border-line pt-4 text-xs text-muted">{DISCLAIMER}</p>;
}
