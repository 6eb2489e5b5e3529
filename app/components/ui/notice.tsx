import { useLocation } from "@remix-run/react";
import { type ElementType, forwardRef, type HTMLAttributes, type ReactNode } from "react";
import { ButtonLink } from "./button";

type Tone = "success" | "caution" | "problem";

interface Props extends HTMLAttributes<HTMLElement> {
  tone?: Tone;
  as?: ElementType;
}

/** A box with a message: success, a warning or an error. */
export const Notice = forwardRef<HTMLElement, Props>(function Notice(
  { tone = "success", as: Element = "div", className = "mb-5", ...box },
  ref,
) {
  return <Element ref={ref} data-tone={tone} className={`${noticeClass(tone)} ${className}`} {...box} />;
});

/** Returns the CSS classes of a notice, for forms that look like one. */
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
  /** True on pages with one narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

/** Renders a page with a single message, such as "not found" or "done". */
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

/** Reloads the page. It is a plain link, because the scripts may have failed. */
export function RetryLink() {
  const { pathname, search } = useLocation();
  return <ButtonLink href={pathname + search}>Try again</ButtonLink>;
}
