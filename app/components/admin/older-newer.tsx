import { Link } from "@remix-run/react";
import { STEP } from "~/components/ui/pagination";

/** The way through a list of which nobody counts the pages: the latest comes first. */
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
