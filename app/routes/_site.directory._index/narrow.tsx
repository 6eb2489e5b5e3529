import { Button } from "~/components/ui/button";
import { Count } from "~/components/ui/page-header";
import type { FacetOptions } from "~/models/experts/facet-options.server";
import type { ListFilters } from "~/models/experts/list-address";
import { formatNumber } from "~/models/text/numbers";

interface Props {
  path: string;
  filters: ListFilters;
  facets: FacetOptions[];
}

/** Everything that a list can be narrowed by, several at once: an ordinary form. */
export function Narrow({ path, filters, facets }: Props) {
  return (
    <form id="narrow" action={path} className="mt-3.5 rounded-xl border border-line bg-surface px-4.5 py-3">
      {filters.search && <input type="hidden" name="search" value={filters.search} />}
      {filters.category && <input type="hidden" name="category" value={filters.category} />}
      {filters.sort && <input type="hidden" name="sort" value={filters.sort} />}
      {facets.length === 0 && <p className="py-2 text-muted">There is nothing to narrow these people by.</p>}
      <div className="grid gap-x-8 gap-y-4 fill-cols-60">
        {facets.map(({ facet, label, options }) => (
          <fieldset key={facet} className="min-w-0">
            <legend className="mb-1 font-semibold">{label}</legend>
            <ul>
              {options.map(({ value, name, experts, isChosen }) => (
                <li key={value}>
                  <label className="flex items-baseline gap-2 py-1">
                    <input
                      className="size-4 min-h-0 flex-none accent-accent"
                      type="checkbox"
                      name={facet}
                      value={value}
                      defaultChecked={isChosen}
                    />
                    <span>
                      {name} <Count>{formatNumber(experts)}</Count>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        ))}
      </div>
      {facets.length > 0 && (
        <Button type="submit" className="mt-3">
          Show these people
        </Button>
      )}
    </form>
  );
}
