import { FilterSelect } from "~/components/admin/filter-select";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";

/** Renders the filters of the article list. With scripts a choice filters at once, otherwise with the search. */
export function ArticleFilters({ status, type }: { status: string; type: string }) {
  const renderSelect = (
    name: string,
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <FilterSelect name={name} label={label} value={value}>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </FilterSelect>
  );
  return (
    <>
      {renderSelect("status", "Status", status, [
        ["", "Any status"],
        ["published", "Published"],
        ["draft", "Drafts"],
      ])}
      {renderSelect("type", "Type", type, [
        ["", "Any type"],
        ...ARTICLE_TYPES.map(({ id, label }) => [id, label] as const),
      ])}
    </>
  );
}
