import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useIsAdmin } from "~/components/layout/use-site";
import { type AdminPage, PLACES, type RecordPage } from "~/models/base/parts/admin-page";

/** The data of the admin's layout. */
export interface AdminSide {
  version: string | null;
  /** The account whose unsent forms the browser keeps. */
  person: string | null;
  /** For an editor, whom to ask for what is not set up; "" for an admin. */
  whomToAsk: string;
  /** In the order of their ranks. */
  adminPages: readonly AdminPage[];
  recordPages: readonly RecordPage[];
}

/** One entry of the side bar: it leads to its first page, where the others are tabs. */
export interface Place {
  label: string;
  pages: readonly AdminPage[];
}

/** undefined where the layout's loader failed. */
export function useAdminSide(): AdminSide | undefined {
  return useRouteLoaderData("routes/admin") as AdminSide | undefined;
}

/** The pages of the admin's side that the reader may open. */
export function useAdminPages(): AdminPage[] {
  const isAdmin = useIsAdmin();
  return useAdminSide()?.adminPages.filter((page) => isAdmin || !page.isForAdmins) ?? [];
}

/** Groups pages into the places of the side bar, in its order. A place of which one page is left has the name of that page. */
export function placesOf(pages: readonly AdminPage[]): Place[][] {
  return PLACES.map((group) => group.flatMap((label) => placeOf(label, pages))).filter(({ length }) => length > 0);
}

function placeOf(label: string, all: readonly AdminPage[]): Place[] {
  const pages = all.filter(({ place, rank }) => place === label && rank !== undefined);
  const [first, ...others] = pages;
  if (!first) return [];
  return [{ label: others.length === 0 ? first.label : label, pages }];
}

/** A tab above the pages of a record; `isCurrent` also where a page without a tab is shown, to which this one leads. */
export interface RecordTab {
  to: string;
  label: string;
  isCurrent: boolean;
}

/** The tabs of the record to which an address belongs; none for any other address. */
export function tabsOfRecord(
  pathname: string,
  { adminPages, recordPages }: Pick<AdminSide, "adminPages" | "recordPages">,
): RecordTab[] {
  const pages = pagesAround(pathname, recordPages);
  const current = pathname.split("/").slice(0, 5).join("/");
  const shown = pages.find(({ to }) => to === current);
  if (!shown || adminPages.some(({ to }) => to === pathname)) return [];
  const tabs = pages.filter(({ rank }) => rank !== undefined);
  const currentTab = shown.rank === undefined ? tabs[0] : shown;
  return tabs.map((tab) => ({ to: tab.to, label: tab.label, isCurrent: tab === currentTab }));
}

/** Returns the address of the page that is shown: of a section, that of the page in which it opens. */
export function pageShownAt(pathname: string, recordPages: readonly RecordPage[] = []): string {
  const isSection = pagesAround(pathname, recordPages).some((page) => page.isSection && page.to === pathname);
  return isSection ? pathname.slice(0, pathname.lastIndexOf("/")) : pathname;
}

/**
 * Where a button sends its form so that without scripts the answer is seen at a place on it. Of a page with an open section, the form
 * belongs to the page.
 */
export function usePlaceOnPage(): (place: string) => string {
  const { pathname, search } = useLocation();
  const page = pageShownAt(pathname, useAdminSide()?.recordPages);
  return (place) => (page === pathname ? `#${place}` : `${page}${search}#${place}`);
}

/** All pages of the record that an address names. */
function pagesAround(pathname: string, recordPages: readonly RecordPage[]): RecordPage[] {
  const [, , kind, id = ""] = pathname.split("/");
  return recordPages
    .filter(({ to }) => to.startsWith(`/admin/${kind}/:id`))
    .map((page) => ({ ...page, to: page.to.replace(":id", id) }));
}

/** The page that an address belongs to: the one with the longest address that it begins with. */
export function pageAbove(pathname: string, pages: readonly AdminPage[]): AdminPage | undefined {
  const [nearest] = pages
    .filter(({ to, rank }) => rank !== undefined && (pathname === to || pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length);
  return nearest;
}

/** The pages whose name holds every word of a text; all of them for "". Those of places come first. */
export function pagesNamed(text: string, pages: readonly AdminPage[]): AdminPage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const inPlaces = placesOf(pages).flatMap((group) => group.flatMap((place) => place.pages));
  const further = PLACES.flat().flatMap((label) =>
    pages.filter(({ place, rank }) => place === label && rank === undefined),
  );
  return [...inPlaces, ...further].filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
