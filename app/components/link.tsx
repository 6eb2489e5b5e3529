import { type LinkProps, Link as RemixLink } from "@remix-run/react";

type Props = Omit<LinkProps, "to" | "discover"> & {
  /** A path of this site. */
  to: string;
};

/**
 * A link within the site. The server writes the element that the framework would write, without its work of making sure: a page
 * has up to a hundred of them. All routes come in one file (remix.config.js), so there is nothing to discover.
 */
export function Link({ to, prefetch, state, replace, reloadDocument, preventScrollReset, ...rest }: Props) {
  if (typeof document === "undefined" && to.startsWith("/")) return <a {...rest} href={to} />;
  return (
    <RemixLink {...rest} {...{ to, prefetch, state, replace, reloadDocument, preventScrollReset }} discover="none" />
  );
}
