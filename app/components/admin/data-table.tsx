import { Link } from "@remix-run/react";
import { Children, type ComponentProps, type ReactNode } from "react";
import { STEP } from "~/components/ui/pagination";

const CELLS =
  "[&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:px-2 xl:[&_:is(th,td)]:px-3 [&_:is(th,td)]:py-2 [&_:is(th,td)]:align-top [&_th]:text-left [&_th]:text-xs [&_th]:text-muted [&_thead_th]:align-bottom [&_thead_th]:wrap-normal";
const PARTS =
  "[&_small]:block [&_small]:text-xs [&_small]:font-normal [&_small]:text-muted [&_tbody_tr:hover]:bg-wash/45 [&_time]:whitespace-nowrap";
const ON_PHONES =
  "max-md:block max-md:[&_:is(tbody,tr,td)]:block max-md:[&_thead]:sr-only max-md:[&_thead]:block max-md:[&_tr]:border-b-2 max-md:[&_tr]:border-line max-md:[&_tr]:py-2 max-md:[&_td]:border-0 max-md:[&_td]:py-1 max-md:[&_td:first-child]:font-semibold max-md:[&_td:empty]:hidden";
/** Short cells stand beside each other, as many as fit. */
const LABELS_ON_PHONES =
  "max-md:[&_td[data-label]_a]:underline max-md:[&_td[data-label]:not(:first-child)]:inline-block max-md:[&_td[data-label]]:max-w-full max-md:[&_td[data-label]]:align-top max-md:[&_td[data-label]]:before:text-sm max-md:[&_td[data-label]]:before:text-muted max-md:[&_td[data-label]]:before:content-[attr(data-label)_':_'] max-md:[&_td[data-label]:first-child]:before:content-none max-md:[&_td[data-label]_form]:inline-block max-md:[&_td[data-label]_form]:align-middle";

interface Props extends ComponentProps<"table"> {
  /** The titles of the columns; false leaves one out. */
  head: ReactNode[];
}

/** A table on a wide screen; on a phone each row is a card whose heading is its first cell, the others are named by `data-label`. */
export function DataTable({ head, className = "", children, ...table }: Props) {
  return (
    <table
      className={`rows w-full border-collapse border border-line bg-surface ${CELLS} ${PARTS} ${ON_PHONES} ${LABELS_ON_PHONES} ${className}`}
      {...table}
    >
      <thead>
        <tr>{Children.map(head, (title) => title && <th scope="col">{title}</th>)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The title of a column that needs none on a screen. */
export function hiddenTitle(title: string) {
  return (
    <span key={title} className="sr-only">
      {title}
    </span>
  );
}

/** Links to newer and older pages of a list without a page count. */
export function OlderNewer({ path, page, more }: { path: string; page: number; more: boolean }) {
  if (page === 1 && !more) return null;
  const further = path.includes("?") ? `${path}&` : `${path}?`;
  return (
    <nav className="mt-8 flex flex-wrap items-center justify-center gap-1.5" aria-label="Pages">
      {page > 1 && (
        <Link
          className={`${STEP} border-line bg-surface`}
          to={page === 2 ? path : `${further}page=${page - 1}`}
          rel="prev"
        >
          Newer
        </Link>
      )}
      {more && (
        <Link className={`${STEP} border-line bg-surface`} to={`${further}page=${page + 1}`} rel="next">
          Older
        </Link>
      )}
    </nav>
  );
}
