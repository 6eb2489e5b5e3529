import { Link } from "@remix-run/react";
import { Children, type ComponentProps, type ReactNode } from "react";
import { STEP } from "~/components/ui/pagination";

interface Props extends ComponentProps<"table"> {
  /** The titles of the columns; false leaves one out. */
  head: ReactNode[];
}

/** How it looks stands in app/styles/data-table.css: a table on a wide screen; on a phone each row is a card whose heading is its first cell, the others are named by `data-label`. */
export function DataTable({ head, className = "", children, ...table }: Props) {
  return (
    <table className={`rows ${className}`} {...table}>
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
