import type { ReactNode } from "react";
import { SearchChoices, SearchForm } from "~/components/forms/search-form";
import { PageHeader } from "~/components/ui/page-header";

interface Props {
  head: Omit<Parameters<typeof PageHeader>[0], "children">;
  search: Omit<Parameters<typeof SearchForm>[0], "id" | "className">;
  /** The controls of the filters. */
  filters: ReactNode;
  /** The number of chosen filters; 0 is not shown. */
  chosen: number;
  isOpen?: boolean;
  /** The list itself. */
  children: ReactNode;
}

const TOOLS = "tools";

/** Renders a list with its search form. The filters are behind one button, or beside the list on a wide screen. */
export function Listing({ head, search, filters, chosen, isOpen, children }: Props) {
  return (
    <div className="listing">
      <PageHeader {...head} />
      <SearchForm {...search} id={TOOLS} />
      <details className="filters" open={isOpen}>
        <summary className="caret">Filters{chosen > 0 && <b>{chosen}</b>}</summary>
        <p>
          <SearchChoices {...search} id={TOOLS} />
        </p>
        {filters}
      </details>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
