/** A text whose HTML the server made from Markdown. */
export function Prose({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: models/text/markdown.server.ts writes only allowed elements
  return <div className={`prose ${className}`.trimEnd()} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** What United States law asks of pages about health (21 U.S.C. § 343(r)(6)). */
export function Disclaimer() {
  return (
    <p className="max-w-measure border-t border-line pt-4 text-xs text-muted">
      These statements have not been evaluated by the Food and Drug Administration. The information on this page is not
      intended to diagnose, treat, cure or prevent any disease.
    </p>
  );
}
