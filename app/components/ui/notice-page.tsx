import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button";

interface Props {
  title: string;
  /** On pages that are one narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page that says one thing: nothing here, not found, failed, done. */
export function NoticePage({ title, narrow, children }: Props) {
  return (
    <section
      className={`mx-auto max-w-measure text-center [&_p]:mt-3 [&_p]:mb-6 [&_p]:text-muted [&_p_a]:underline ${narrow ? "mt-[8vh]" : "mt-[14vh]"}`}
    >
      <h1 className={narrow ? "mb-2 text-4xl" : undefined}>{title}</h1>
      {children}
    </section>
  );
}

/** Loads the page again: a plain link, because what failed may be the scripts. */
export function RetryLink() {
  const { pathname, search } = useLocation();
  return <ButtonLink href={pathname + search}>Try again</ButtonLink>;
}
