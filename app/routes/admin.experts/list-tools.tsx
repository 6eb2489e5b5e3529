import { AdminSearch } from "~/components/admin/admin-search";
import { FilterSelect } from "~/components/admin/filter-select";
import { Hint } from "~/components/admin/text";
import { Link } from "~/components/ui/link";
import { addressWith } from "~/models/base/input/list-address";
import { formatResultCount } from "~/models/base/text/numbers";
import { GAP_HINTS, GAPS, type Gap, MAX_PER_GAP } from "~/models/editing/experts/gaps";

interface Props {
  /** The number of results of search and gap. */
  count: number;
  isCapped: boolean;
  page: number;
  totalPages: number;
  search: string;
  gap: Gap | null;
  gaps: Record<Gap, number>;
}

/** Returns the number of people with a gap, such as "1,000+" above the limit of the list. */
function countOf(gap: number): string {
  return gap > MAX_PER_GAP ? `${MAX_PER_GAP.toLocaleString("en")}+` : gap.toLocaleString("en");
}

/** Renders the search, the filter by gaps, and the export of the list. */
export function ListTools({ count, isCapped, page, totalPages, search, gap, gaps }: Props) {
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <AdminSearch action="/admin/experts" search={search} label="Search experts">
          <FilterSelect name="gap" label="Filter by what is missing" value={gap ?? ""}>
            <option value="">All people</option>
            {(Object.keys(GAPS) as Gap[]).map((choice) => (
              <option key={choice} value={choice}>
                {GAPS[choice]} ({countOf(gaps[choice])})
              </option>
            ))}
          </FilterSelect>
        </AdminSearch>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span aria-live="polite">
            {(search || gap) && `${formatResultCount(count)}${isCapped ? "+" : ""} found`}
            {totalPages > 1 && ` Page ${page} of ${totalPages.toLocaleString("en")}`}
          </span>
          {count > 0 && (
            <a className="underline" href={addressWith("/admin/experts.csv", { search, gap: gap ?? "" })} download>
              Export {count.toLocaleString("en")} as CSV
            </a>
          )}
        </p>
      </div>
      {gap && GAP_HINTS[gap] && <Hint className="mb-2">{GAP_HINTS[gap]}</Hint>}
      {gap === "portrait" && count > 0 && (
        <Hint className="mb-2">
          <Link to="/admin/portraits">Search for portraits of all of them</Link> on Wikidata and Wikimedia Commons.
        </Hint>
      )}
    </>
  );
}
