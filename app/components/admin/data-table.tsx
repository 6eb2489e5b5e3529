import { Link } from "@remix-run/react";
import { Children, type ComponentProps, type ReactNode } from "react";
import { STEP_CLASS } from "~/components/ui/pagination";

interface Props extends ComponentProps<"table"> {
  /** The titles of the columns; a falsy title leaves its column out. */
  head: ReactNode[];
}

/**
 * Renders a table on a wide screen. On a phone each row is a card: its first cell is the heading, and `data-label` names
 * the others (app/styles/data-table.css).
 */
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

/** Returns a column title that only screen readers get. */
export function hiddenTitle(title: string) {
  return (
    <span key={title} className="sr-only">
      {title}
    </span>
  );
}

/** Links to newer and older pages of a list without a page count. */
export function OlderNewer({ path, page, hasMore }: { path: string; page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null;
  const pathWithQuery = path.includes("?") ? `${path}&` : `${path}?`;
  return (
    <nav className="mt-8 flex flex-wrap items-center justify-center gap-1.5" aria-label="Pages">
      {page > 1 && (
        <Link
          className={`${STEP_CLASS} border-line bg-surface`}
          to={page === 2 ? path : `${pathWithQuery}page=${page - 1}`}
          rel="prev"
        >
          Newer
        </Link>
      )}
      {hasMore && (
        <Link className={`${STEP_CLASS} border-line bg-surface`} to={`${pathWithQuery}page=${page + 1}`} rel="next">
          Older
        </Link>
      )}
    </nav>
  );
}
