import { type LinkProps, Link as RemixLink } from "@remix-run/react";

/** A link within the site. All routes are in one manifest (remix.config.js), so there is nothing to discover. */
export function Link(props: LinkProps) {
  return <RemixLink discover="none" {...props} />;
}
