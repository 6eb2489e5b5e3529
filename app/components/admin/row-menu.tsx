import type { ReactNode } from "react";

const ITEMS =
  "[&_:is(a,button)]:block [&_:is(a,button)]:min-h-10 [&_:is(a,button)]:w-full [&_:is(a,button)]:px-4 [&_:is(a,button)]:py-2 [&_:is(a,button)]:text-left [&_:is(a,button)]:text-ink [&_:is(a,button):hover]:bg-wash [&_:is(a,button):hover]:no-underline [&_form]:block!";

/** What can be done with a row: links, and forms of one button. One menu is open at a time. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="menu relative" name="row-menu">
      <summary
        aria-label={label}
        className="caret inline-flex min-h-9 items-center rounded-md border border-edge px-3 text-sm whitespace-nowrap text-ink"
      >
        Actions
      </summary>
      <div
        className={`absolute z-4 mt-1 w-max min-w-44 rounded-lg border border-line bg-surface py-1 font-normal [box-shadow:var(--shadow-popover)] md:right-0 ${ITEMS}`}
      >
        {children}
      </div>
    </details>
  );
}
