import { Link } from "@remix-run/react";

/** The way through a list of which nobody counts the pages: the latest comes first. */
export function OlderNewer({ path, page, more }: { path: string; page: number; more: boolean }) {
  if (page === 1 && !more) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 && (
        <Link className="step" to={page === 2 ? path : `${path}?page=${page - 1}`} rel="prev">
          Newer
        </Link>
      )}
      {more && (
        <Link className="step" to={`${path}?page=${page + 1}`} rel="next">
          Older
        </Link>
      )}
    </nav>
  );
}
