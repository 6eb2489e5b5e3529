import { useLocation } from "@remix-run/react";
import { type ElementType, forwardRef, type HTMLAttributes, type ReactNode } from "react";
import { ButtonLink } from "./button";

type Tone = "success" | "caution" | "problem";

interface Props extends HTMLAttributes<HTMLElement> {
  tone?: Tone;
  as?: ElementType;
}

/** A box in a page that says what happened, what to beware of, or what went wrong. */
export const Notice = forwardRef<HTMLElement, Props>(function Notice(
  { tone = "success", as: Element = "div", className = "mb-5", ...box },
  ref,
) {
  return <Element ref={ref} data-tone={tone} className={`${noticeClass(tone)} ${className}`} {...box} />;
});

/** The utilities of a notice, for a form that is one. */
export function noticeClass(tone: Tone = "success"): string {
  return `rounded-md border border-l-4 border-line bg-surface px-4 py-3.5 [&_a]:underline [&_h2]:mt-0 [&_h2]:mb-2.5 [&_h2]:text-xl ${EDGES[tone]}`;
}

const EDGES: Record<Tone, string> = {
  success: "border-l-ok",
  caution: "border-l-gold",
  problem: "border-l-danger",
};

interface PageProps {
  title: ReactNode;
  /** On pages that are one narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page that says one thing: nothing here, not found, failed, done. */
export function NoticePage({ title, narrow, children }: PageProps) {
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
