import type { ReactNode } from "react";

/** A link to another site, in a new tab; it takes no credit from us and learns nothing of this page (decision D20). */
export function ExternalLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noopener nofollow">
      {children}
    </a>
  );
}
