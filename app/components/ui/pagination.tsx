import { useLocation, useNavigation } from "@remix-run/react";
import { prefetchMode } from "~/components/layout/start-script";
import { Link } from "./link";

/**
 * Links to the previous page, up to five pages around the current one, and the next page.
 */
export function Pagination({
  page,
  totalPages,
  address,
}: {
  page: number;
  totalPages: number;
  address: (page: number) => string;
}) {
  if (totalPages < 2) return null;
  return (
    <nav className="mt-8 flex flex-wrap items-center justify-center gap-1.5" aria-label="Pages">
      <Step to={page > 1 ? address(page - 1) : null} rel="prev">
        Previous
      </Step>
      {/* More than three numbers stand below the steps on a phone. */}
      <ol
        className={`flex flex-wrap items-center justify-center gap-1.5 ${totalPages > 3 ? "max-sm:order-last max-sm:w-full" : ""}`}
      >
        {pagesAround(page, totalPages).map((number) => (
          <li key={number}>
            <Link
              className={`${STEP_CLASS} ${number === page ? "border-accent bg-accent text-on-accent" : "border-line bg-surface"}`}
              to={address(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? "page" : undefined}
              prefetch={prefetchMode()}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      <Step to={page < totalPages ? address(page + 1) : null} rel="next">
        Next
      </Step>
    </nav>
  );
}

export const STEP_CLASS = "grid min-h-11 min-w-11 place-items-center rounded-md border px-2.5";

function Step({ to, rel, children }: { to: string | null; rel: "prev" | "next"; children: string }) {
  if (to === null) {
    return (
      <span className={`${STEP_CLASS} border-dashed border-line text-muted`} aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link className={`${STEP_CLASS} border-line bg-surface`} to={to} rel={rel} prefetch={prefetchMode()}>
      {children}
    </Link>
  );
}

/** Returns at most five page numbers around a page: the first five up to page 3, the last five near the end. */
export function pagesAround(page: number, totalPages: number): number[] {
  const firstPage = Math.max(1, Math.min(page - 2, totalPages - 4));
  return Array.from({ length: Math.min(5, totalPages) }, (_, index) => firstPage + index);
}

/** Returns whether another page or filter of this list is loading. */
export function useListPending(): boolean {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  return navigation.state === "loading" && navigation.location.pathname === pathname;
}
