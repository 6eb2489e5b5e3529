import { useRouteLoaderData } from "@remix-run/react";
import { useIsAdmin } from "~/components/layout/use-site";
import { type AdminPage, PLACES, type RecordPage } from "~/models/base/parts/admin-page";

/** The data of the admin's layout. */
export interface AdminSide {
  version: string | null;
  /** The account whose unsent forms the browser keeps. */
  person: string | null;
  /** The pages in the order of their ranks. */
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

/** A page of the record that is shown; `isCurrent` also of the tab that a page without one is a part of. */
export interface ShownPage {
  to: string;
  label: string;
  isCurrent: boolean;
}

/** The pages of the record to which an address belongs: its tabs, and those that are parts of the first; none for any other address. */
export function pagesOfRecord(
  pathname: string,
  { adminPages, recordPages }: Pick<AdminSide, "adminPages" | "recordPages">,
): { tabs: ShownPage[]; parts: ShownPage[] } {
  const [, , kind, id = "", page] = pathname.split("/");
  const current = ["", "admin", kind, id, page].filter((segment) => segment !== undefined).join("/");
  const pages = recordPages
    .filter(({ to }) => to.startsWith(`/admin/${kind}/:id`))
    .map(({ to, label, rank }) => ({ to: to.replace(":id", id), label, rank }));
  const shown = pages.find(({ to }) => to === current);
  if (!shown || adminPages.some(({ to }) => to === pathname)) return { tabs: [], parts: [] };
  const tabs = pages.filter(({ rank }) => rank !== undefined);
  const currentTab = shown.rank === undefined ? tabs[0] : shown;
  return {
    tabs: tabs.map((tab) => ({ to: tab.to, label: tab.label, isCurrent: tab === currentTab })),
    parts: pages
      .filter(({ rank }) => rank === undefined)
      .map(({ to, label }) => ({ to, label, isCurrent: to === current })),
  };
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
