import type { ReactNode } from "react";

export function ExternalLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noopener nofollow">
      {children}
    </a>
  );
}
