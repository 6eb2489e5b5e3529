import { useLocation, useRouteError } from "@remix-run/react";
import { pageAbove, placesOf, tabsOfRecord, useAdminPages, useAdminSide } from "~/components/admin/admin-pages";
import { Tabs } from "~/components/admin/page-parts";
import { Link } from "~/components/ui/link";

/** Shows tabs for the pages of the current place of the side bar, or of the current record. Shows nothing for a single page or an error. */
export function PlaceTabs() {
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const adminPages = useAdminPages();
  // A page without a tab of its own, such as a list of unused images, stands below the page above it.
  const current = adminPages.some(({ to }) => to === pathname) ? pageAbove(pathname, adminPages) : undefined;
  const place = placesOf(adminPages)
    .flat()
    .find(({ pages }) => current && pages.includes(current));
  const placeTabs = place?.pages.map(({ to, label, tab }) => ({
    to,
    label: tab ?? label,
    isCurrent: to === current?.to,
  }));
  const error = useRouteError();
  const side = useAdminSide();
  const tabs = placeTabs ?? (error || !side ? [] : tabsOfRecord(pathname, side));
  if (tabs.length < 2) return null;
  return (
    <Tabs
      aria-label={place ? `Pages of ${place.label}` : "Pages of this record"}
      className="-mt-4 mb-2! text-sm [&>a]:py-1.5!"
    >
      {tabs.map(({ to, label, isCurrent }) => (
        <Link key={to} to={to} aria-current={isCurrent ? (to === pathname ? "page" : "true") : undefined}>
          {label}
        </Link>
      ))}
    </Tabs>
  );
}
