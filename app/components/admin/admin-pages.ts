import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useIsAdmin } from "~/components/layout/use-site";
import { type AdminPage, PLACES, type RecordPage } from "~/models/base/parts/admin-page";

/** The data of the admin's layout. */
export interface AdminSide {
  version: string | null;
  /** The id of the account. The browser stores unsent forms under it. */
  person: string | null;
  /** Tells an editor which admin to ask about missing settings; "" for an admin. */
  whomToAsk: string;
  /** Sorted by rank. */
  adminPages: readonly AdminPage[];
  recordPages: readonly RecordPage[];
}

/** One entry of the side bar. It links to its first page, which shows the other pages as tabs. */
export interface Place {
  label: string;
  pages: readonly AdminPage[];
}

/** Returns the data of the admin's layout, or undefined when its loader failed. */
export function useAdminSide(): AdminSide | undefined {
  return useRouteLoaderData("routes/admin") as AdminSide | undefined;
}

/** Returns the admin pages that the viewer may open. */
export function useAdminPages(): AdminPage[] {
  const isAdmin = useIsAdmin();
  return useAdminSide()?.adminPages.filter((page) => isAdmin || !page.isForAdmins) ?? [];
}

/** Groups pages into the places of the side bar, in its order. A place with a single page takes the name of that page. */
export function placesOf(pages: readonly AdminPage[]): Place[][] {
  return PLACES.map((group) => group.flatMap((label) => placeOf(label, pages))).filter(({ length }) => length > 0);
}

function placeOf(label: string, allPages: readonly AdminPage[]): Place[] {
  const pages = allPages.filter(({ place, rank }) => place === label && rank !== undefined);
  const [firstPage, ...otherPages] = pages;
  if (!firstPage) return [];
  return [{ label: otherPages.length === 0 ? firstPage.label : label, pages }];
}

/** A tab above the pages of a record. The first tab is current too on pages that have no tab of their own. */
export interface RecordTab {
  to: string;
  label: string;
  isCurrent: boolean;
}

/** Returns the tabs of the record at an address; an empty list for any other address. */
export function tabsOfRecord(
  pathname: string,
  { adminPages, recordPages }: Pick<AdminSide, "adminPages" | "recordPages">,
): RecordTab[] {
  const pages = pagesAround(pathname, recordPages);
  const recordAddress = pathname.split("/").slice(0, 5).join("/");
  const currentPage = pages.find(({ to }) => to === recordAddress);
  if (!currentPage || adminPages.some(({ to }) => to === pathname)) return [];
  const tabs = pages.filter(({ rank }) => rank !== undefined);
  const currentTab = currentPage.rank === undefined ? tabs[0] : currentPage;
  return tabs.map((tab) => ({ to: tab.to, label: tab.label, isCurrent: tab === currentTab }));
}

/** Returns the address of the visible page. A section opens inside a page and has the address of that page. */
export function pageShownAt(pathname: string, recordPages: readonly RecordPage[] = []): string {
  const isSection = pagesAround(pathname, recordPages).some((page) => page.isSection && page.to === pathname);
  return isSection ? pathname.slice(0, pathname.lastIndexOf("/")) : pathname;
}

/**
 * Returns a function that takes the id of an element and returns the address for a form, so that without scripts the answer appears
 * at that element. In an open section it is the address of the page around the section.
 */
export function usePlaceOnPage(): (elementId: string) => string {
  const { pathname, search } = useLocation();
  const page = pageShownAt(pathname, useAdminSide()?.recordPages);
  return (elementId) => (page === pathname ? `#${elementId}` : `${page}${search}#${elementId}`);
}

/** Returns all pages of the record that an address names. */
function pagesAround(pathname: string, recordPages: readonly RecordPage[]): RecordPage[] {
  const [, , kind, id = ""] = pathname.split("/");
  return recordPages
    .filter(({ to }) => to.startsWith(`/admin/${kind}/:id`))
    .map((page) => ({ ...page, to: page.to.replace(":id", id) }));
}

/** Returns the page with the longest address that is a prefix of the given address. */
export function pageAbove(pathname: string, pages: readonly AdminPage[]): AdminPage | undefined {
  const [nearestPage] = pages
    .filter(({ to, rank }) => rank !== undefined && (pathname === to || pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length);
  return nearestPage;
}

/** Returns the pages whose name contains every word of a text, and all pages for "". Pages of the side bar come first. */
export function pagesNamed(text: string, pages: readonly AdminPage[]): AdminPage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const pagesInPlaces = placesOf(pages).flatMap((group) => group.flatMap((place) => place.pages));
  const pagesOutsidePlaces = PLACES.flat().flatMap((label) =>
    pages.filter(({ place, rank }) => place === label && rank === undefined),
  );
  return [...pagesInPlaces, ...pagesOutsidePlaces].filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
}
