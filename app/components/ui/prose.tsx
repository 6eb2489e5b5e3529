/** A text whose HTML the server made from Markdown. */
export function Prose({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: models/text/markdown.server.ts writes only allowed elements
  return <div className={`prose ${className}`.trimEnd()} dangerouslySetInnerHTML={{ __html: html }} />;
}
