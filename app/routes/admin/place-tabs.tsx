import { useLocation } from "@remix-run/react";
import { placesFor } from "~/components/admin/admin-pages";
import { Tabs } from "~/components/admin/page-parts";
import { useIsAdmin } from "~/components/layout/use-site";
import { Link } from "~/components/ui/link";

/** The pages of a place of the side bar, above each of them; nothing where there is only one, and on pages below them. */
export function PlaceTabs() {
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const place = placesFor(useIsAdmin())
    .flat()
    .find(({ pages }) => pages.some(({ to }) => to === pathname));
  if (!place || place.pages.length < 2) return null;
  const { label, pages } = place;
  return (
    <Tabs
      aria-label={`Pages of ${label}`}
      className="-mt-4 mb-2! text-sm [&>a]:py-1.5! max-md:flex-nowrap max-md:overflow-x-auto"
    >
      {pages.map(({ to, label, tab }) => (
        <Link key={to} to={to} aria-current={to === pathname ? "page" : undefined} className="whitespace-nowrap">
          {tab ?? label}
        </Link>
      ))}
    </Tabs>
  );
}
