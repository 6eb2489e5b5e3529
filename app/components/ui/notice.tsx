import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

/** A page that says one thing: nothing here, not found, failed, done. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="statement">
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** Loads the page again: a plain link, because what failed may be the scripts. */
export function RetryLink() {
  const { pathname, search } = useLocation();
  return (
    <a className="button" href={pathname + search}>
      Try again
    </a>
  );
}
