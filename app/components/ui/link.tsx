import { type LinkProps, Link as RemixLink } from "@remix-run/react";
import type { ReactNode } from "react";

/** Renders a link within the site. It skips route discovery, because one manifest has all routes (remix.config.js). */
export function Link(props: LinkProps) {
  return <RemixLink discover="none" {...props} />;
}

export function ExternalLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noopener nofollow" dir="auto">
      {children}
    </a>
  );
}
