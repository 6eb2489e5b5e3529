import { useEffect, useState } from "react";
import { pagesNamed, useAdminPages } from "~/components/admin/admin-pages";
import { call } from "~/components/ui/api-client";
import type { HitsOfKind } from "~/models/whole/search/go-to.server";

export interface Place {
  to: string;
  label: string;
  /** The kind of the place, such as "Expert". */
  kind: string;
}

/** Milliseconds between the last key press and the search of records. */
const WAIT_MS = 200;

/** Returns the pages and records whose names match a text. Records follow when the server has answered. */
export function usePlaces(text: string): Place[] {
  const [results, setResults] = useState<{ text: string; places: Place[] }>({ text: "", places: [] });
  const query = text.trim();
  const adminPages = useAdminPages();
  useEffect(() => {
    if (!query) return;
    let isCancelled = false;
    const timer = setTimeout(async () => {
      const places = await search(query);
      if (!isCancelled) setResults({ text: query, places });
    }, WAIT_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [query]);
  const pages = pagesNamed(query, adminPages).map(({ to, label, place }) => ({ to, label, kind: place }));
  return query && query === results.text ? [...pages, ...results.places] : pages;
}

/** Searches records. Returns an empty list after a failure, because the pages can still be chosen. */
async function search(text: string): Promise<Place[]> {
  const query = new URLSearchParams({ search: text });
  const { found } = await call<{ found: HitsOfKind[] }>(`/api/admin/go?${query}`).catch(() => ({ found: [] }));
  return found.flatMap(({ kind, hits }) => hits.map(({ to, label }) => ({ to, label, kind })));
}
