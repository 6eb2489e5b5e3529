import { useLocation } from "@remix-run/react";

/** Loads the page again: a plain link, because what failed may be the scripts. */
export function RetryLink() {
  const { pathname, search } = useLocation();
  return (
    <a className="button" href={pathname + search}>
      Try again
    </a>
  );
}
