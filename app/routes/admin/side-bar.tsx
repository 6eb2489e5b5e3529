import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { pageAbove, placesOf, useAdminPages, useAdminSide } from "~/components/admin/admin-pages";
import { SchemeSwitch } from "~/components/layout/scheme-switch";
import { useSite } from "~/components/layout/use-site";
import { Link } from "~/components/ui/link";

const ROW_CLASS =
  "flex min-h-10 lg:min-h-7.5 w-full items-center rounded-md px-2.5 py-0.5 text-left text-ink hover:no-underline";

/** Renders the side bar with the places of the admin pages. At the bottom are the account and Sign Out. */
export function SideBar({ onFind }: { onFind: (event: MouseEvent) => void }) {
  const site = useSite();
  const pages = useAdminPages();
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const currentPage = pageAbove(pathname, useAdminSide()?.adminPages ?? []);
  return (
    <>
      <div className="px-2.5 pb-2">
        <Link
          to="/admin/go"
          onClick={onFind}
          data-live
          aria-keyshortcuts="Control+K Meta+K"
          className={`${ROW_CLASS} min-h-9! justify-between border border-edge text-muted`}
        >
          Go to… <kbd className="hidden font-sans text-xs script:inline">Ctrl K</kbd>
        </Link>
      </div>
      <nav aria-label="Admin" className="px-2.5">
        {placesOf(pages).map((places) => (
          <ul key={places[0]?.label} className="border-line py-1 not-first:border-t">
            {places.map(({ label, pages }) => (
              <li key={label}>
                <Link
                  to={pages[0]?.to ?? "/admin"}
                  aria-current={
                    pages[0]?.to === pathname ? "page" : pages.some((page) => page === currentPage) ? "true" : undefined
                  }
                  className={`${ROW_CLASS} text-sm leading-snug hover:bg-wash aria-[current]:bg-wash aria-[current]:font-semibold aria-[current]:[box-shadow:inset_3px_0_0_var(--color-accent)]`}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto border-t border-line px-2.5 pt-1.5 text-sm">
        <Link to="/submit" className={`${ROW_CLASS} hover:bg-wash`}>
          Submit Expert
        </Link>
        <div className="px-2.5 pt-1.5 [&_button]:flex-auto [&_button]:px-2 [&_button]:text-xs [&_button]:whitespace-nowrap">
          <SchemeSwitch scheme={site?.scheme ?? "system"} />
        </div>
        {site?.viewer && (
          <form method="post" action="/logout" className="flex items-center justify-between gap-2">
            <Link to="/account" className={`${ROW_CLASS} hover:bg-wash`}>
              <span className="min-w-0 wrap-anywhere" dir="auto">
                {site.viewer.firstName || "Your account"}
              </span>
            </Link>
            <button type="submit" className={`${ROW_CLASS} w-auto! whitespace-nowrap hover:bg-wash`}>
              Sign Out
            </button>
          </form>
        )}
        <Version />
      </div>
    </>
  );
}

function Version() {
  const version = useAdminSide()?.version;
  if (!version) return null;
  return (
    <p
      className="whitespace-pre-line px-2.5 pb-1 text-xs/4.5 text-muted"
      title="Version, commit and date of this build"
    >
      {version}
    </p>
  );
}
