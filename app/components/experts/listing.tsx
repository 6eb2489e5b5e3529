import type { ReactNode } from "react";
import { SearchChoices, SearchForm } from "~/components/forms/search-form";
import { PageHeader } from "~/components/ui/page-header";

interface Props {
  head: Omit<Parameters<typeof PageHeader>[0], "children">;
  search: Omit<Parameters<typeof SearchForm>[0], "id" | "className">;
  /** The controls of the filters. */
  filters: ReactNode;
  /** The number of chosen filters; 0 is not shown. */
  chosenCount: number;
  isOpen?: boolean;
  /** The list itself. */
  children: ReactNode;
}

/** The id of the search form, to which the choices beside it belong. */
const FORM_ID = "tools";

/** Renders a list with its search form. The filters are behind one button, or beside the list on a wide screen. */
export function Listing({ head, search, filters, chosenCount, isOpen, children }: Props) {
  return (
    <div className="listing">
      <PageHeader {...head} />
      <SearchForm {...search} id={FORM_ID} />
      <details className="filters" open={isOpen}>
        <summary className="caret">Filters{chosenCount > 0 && <b>{chosenCount}</b>}</summary>
        <p>
          <SearchChoices {...search} id={FORM_ID} />
        </p>
        {filters}
      </details>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
