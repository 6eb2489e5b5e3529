import { useEffect, useState } from "react";
import { pagesNamed, useAdminPages } from "~/components/admin/admin-pages";
import { call } from "~/components/ui/api-client";

export interface Place {
  to: string;
  label: string;
  /** The kind of the place, such as "Expert". */
  kind: string;
}

/** Time after the last key before experts and articles are searched. */
const WAIT_MS = 200;

/** The pages, experts and articles whose names fit a text; the pages at once, the others as they arrive. */
export function usePlaces(text: string): Place[] {
  const [result, setFound] = useState<{ text: string; places: Place[] }>({ text: "", places: [] });
  const wanted = text.trim();
  const adminPages = useAdminPages();
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const places = await search(wanted);
      if (!isOver) setFound({ text: wanted, places });
    }, WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  const pages = pagesNamed(wanted, adminPages).map(({ to, label, place }) => ({ to, label, kind: place }));
  return wanted && wanted === result.text ? [...pages, ...result.places] : pages;
}

interface Named {
  id: string;
  name: string;
}

interface Titled {
  id: string;
  title: string;
}

/** Without an answer the pages can still be chosen. */
async function search(text: string): Promise<Place[]> {
  const query = new URLSearchParams({ search: text, limit: "5" });
  const [{ experts }, { articles }] = await Promise.all([
    call<{ experts: Named[] }>(`/api/experts/paginated?${query}`).catch(() => ({ experts: [] })),
    call<{ articles: Titled[] }>(`/api/admin/articles?${query}`).catch(() => ({ articles: [] })),
  ]);
  return [
    ...experts.map(({ id, name }) => ({ to: `/admin/experts/${id}`, label: name, kind: "Expert" })),
    ...articles.map(({ id, title }) => ({ to: `/admin/articles/${id}`, label: title, kind: "Article" })),
  ];
}
