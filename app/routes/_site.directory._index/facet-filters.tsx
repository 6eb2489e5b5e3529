import { useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { formatNumber } from "~/models/base/text/numbers";
import type { FacetOptions } from "~/models/records/directory/facet-options.server";
import { facetsOf } from "~/models/records/listings/facets";
import { type ListFilters, listAddress } from "~/models/records/listings/list-address";

interface Props {
  path: string;
  filters: ListFilters;
  facets: FacetOptions[];
  /** The address of the list with all filters; null if it shows them already. */
  allFiltersAddress: string | null;
}

/** Renders the filters of a list, as a form. With scripts each tick updates the list at once. */
export function FacetFilters({ path, filters, facets, allFiltersAddress }: Props) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { search = "", sort = "", category = "" } = filters;
  const address = listAddress(path, filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the checkboxes follow the address
  useEffect(() => form.current?.reset(), [address]);
  const choose = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget);
    const params = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
    const to = listAddress(path, { search, sort, category, facets: facetsOf(params) });
    navigate(to, { replace: true, preventScrollReset: true });
  };
  return (
    <form ref={form} id="narrow" action={path} onChange={choose}>
      {facets.map(({ facet, label, options, isLeast }) => (
        <fieldset key={facet}>
          <legend>{label}</legend>
          {options.map(({ value, name, experts, isChosen }) => (
            <label key={value}>
              <input type="checkbox" name={facet} value={value} defaultChecked={isChosen} data-send="" />
              <bdi>{name}</bdi> <small>{formatNumber(experts) + (isLeast ? "+" : "")}</small>
            </label>
          ))}
        </fieldset>
      ))}
      {search && <input type="hidden" name="search" value={search} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      {category && <input type="hidden" name="category" value={category} />}
      {facets.length > 0 && (
        <Button type="submit" small quiet className="script:hidden">
          Show these people
        </Button>
      )}
      {allFiltersAddress && <Link to={allFiltersAddress}>More filters</Link>}
    </form>
  );
}
