import { useLocation, useRouteError } from "@remix-run/react";
import { pagesOfRecord, placesOf, useAdminPages, useAdminSide } from "~/components/admin/admin-pages";
import { Tabs } from "~/components/admin/page-parts";
import { Link } from "~/components/ui/link";

/** The pages beside this one: of a place of the side bar, or of one profile or article. Nothing where there is only one, or no such record. */
export function PlaceTabs() {
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const place = placesOf(useAdminPages())
    .flat()
    .find(({ pages }) => pages.some(({ to }) => to === pathname));
  const ofPlace = place?.pages.map(({ to, label, tab }) => ({ to, label: tab ?? label, isCurrent: to === pathname }));
  const error = useRouteError();
  const side = useAdminSide();
  const ofRecord = error || !side ? { tabs: [], parts: [] } : pagesOfRecord(pathname, side);
  const tabs = ofPlace ?? ofRecord.tabs;
  if (tabs.length < 2) return null;
  // Parts of the profile stand below its tab, on each of these pages.
  const parts = ofPlace || !ofRecord.tabs[0]?.isCurrent ? [] : ofRecord.parts;
  return (
    <>
      <Tabs
        aria-label={place ? `Pages of ${place.label}` : "Pages of this record"}
        className="-mt-4 mb-2! text-sm [&>a]:py-1.5! max-md:flex-nowrap max-md:overflow-x-auto"
      >
        {tabs.map(({ to, label, isCurrent }) => (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent ? (to === pathname ? "page" : "true") : undefined}
            className="whitespace-nowrap"
          >
            {label}
          </Link>
        ))}
      </Tabs>
      {parts.length > 0 && (
        <nav aria-label="Parts of the profile" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {parts.map(({ to, label, isCurrent }) => (
            <Link
              key={to}
              to={to}
              aria-current={isCurrent ? "page" : undefined}
              className="py-1 underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
