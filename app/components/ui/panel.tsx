import type { HTMLAttributes } from "react";

/** Renders a section with a frame and a heading. */
export function Panel({ className = "mb-5", ...section }: HTMLAttributes<HTMLElement>) {
  return (
    <section
      className={`rounded-xl border border-line bg-surface px-3.5 py-4.5 md:px-6 [&_h2]:mt-0 [&_h2]:mb-2.5 [&_h2]:text-xl ${className}`}
      {...section}
    />
  );
}
