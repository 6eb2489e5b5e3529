import { DISCLAIMER } from "~/subject/disclaimer";

/** Shows HTML that the server made from Markdown. */
export function Prose({ html, className = "", dir }: { html: string; className?: string; dir?: "auto" }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: models/text/markdown.server.ts writes only allowed elements
  return <div className={`prose ${className}`.trimEnd()} dir={dir} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Shows the disclaimer of the subject below a text. */
export function Disclaimer() {
  if (!DISCLAIMER) return null;
  return <p className="max-w-measure border-t border-line pt-4 text-xs text-muted">{DISCLAIMER}</p>;
}
