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

/** Time after the last key before records are searched. */
const WAIT_MS = 200;

/** Returns the pages and records whose names fit a text; the pages at once, the others as they arrive. */
export function usePlaces(text: string): Place[] {
  const [arrived, setArrived] = useState<{ text: string; places: Place[] }>({ text: "", places: [] });
  const wanted = text.trim();
  const adminPages = useAdminPages();
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const places = await search(wanted);
      if (!isOver) setArrived({ text: wanted, places });
    }, WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  const pages = pagesNamed(wanted, adminPages).map(({ to, label, place }) => ({ to, label, kind: place }));
  return wanted && wanted === arrived.text ? [...pages, ...arrived.places] : pages;
}

/** Without an answer the pages can still be chosen. */
async function search(text: string): Promise<Place[]> {
  const query = new URLSearchParams({ search: text });
  const { found } = await call<{ found: HitsOfKind[] }>(`/api/admin/go?${query}`).catch(() => ({ found: [] }));
  return found.flatMap(({ kind, hits }) => hits.map(({ to, label }) => ({ to, label, kind })));
}
