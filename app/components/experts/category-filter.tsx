import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { Button, PILL } from "~/components/ui/button";
import { Count } from "~/components/ui/page-header";
import { categories, toCategoryKeys } from "~/models/experts/categories";
import { categoryFilter, type ListFilters, listAddress } from "~/models/experts/list-address";
import { formatNumber } from "~/models/text/numbers";

interface Props {
  /** The page of the list, and what it shows now. */
  path: string;
  filters: ListFilters;
  /** Experts for the present search in each category; null where they are not counted. */
  counts: number[] | null;
}

/** The categories as boxes to tick, several at once; without scripts a button applies them. */
export function CategoryFilter({ path, filters, counts }: Props) {
  const navigate = useNavigate();
  const [chosen, choose] = useChosen(filters.category ?? "");
  const toggle = (key: string) => {
    const keys = chosen.has(key) ? [...chosen].filter((one) => one !== key) : [...chosen, key];
    choose(keys.join());
    const to = listAddress(path, { ...filters, category: categoryFilter(keys), page: 1 });
    navigate(to, { replace: true, preventScrollReset: true });
  };
  if (chosen.size === 0 && counts?.every((count) => count === 0)) return null;
  return (
    <form className="-mx-gutter mt-3.5 overflow-x-auto lg:overflow-visible" action={path}>
      <fieldset className="flex gap-1.5 px-gutter py-1 lg:flex-wrap">
        <legend className="sr-only">Filter by category</legend>
        {categories.map(({ key, label }, place) => {
          const isChosen = chosen.has(key);
          const count = counts?.[place] ?? null;
          if (count === 0 && !isChosen) return null;
          return (
            <label
              key={key}
              className={`${PILL} whitespace-nowrap ${isChosen ? "border-accent bg-wash" : "border-line bg-surface"}`}
            >
              <input
                className="mr-1.5 size-4 min-h-0 align-[-0.15em] accent-accent"
                type="checkbox"
                name="category"
                value={key}
                checked={isChosen}
                onChange={() => toggle(key)}
                data-send=""
              />
              {label}
              {count !== null && <Count>{` ${formatNumber(count)}`}</Count>}
            </label>
          );
        })}
        <Button type="submit" small quiet className="script:hidden">
          Apply
        </Button>
      </fieldset>
      {filters.search && <input type="hidden" name="search" value={filters.search} />}
      {filters.sort && <input type="hidden" name="sort" value={filters.sort} />}
    </form>
  );
}

/** The categories in the address, or ticked since: the page follows in a transition, which a box must not wait for. */
function useChosen(category: string): [Set<string>, (category: string) => void] {
  const [shown, setShown] = useState(category);
  const [addressed, setAddressed] = useState(category);
  if (addressed !== category) {
    setAddressed(category);
    setShown(category);
  }
  return [new Set(toCategoryKeys(shown)), setShown];
}
