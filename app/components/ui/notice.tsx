import { type ElementType, forwardRef, type HTMLAttributes } from "react";

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
