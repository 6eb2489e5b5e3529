import { useSubmit } from "@remix-run/react";
import { ARTICLE_TYPES } from "~/models/base/providers/models";

/** Renders the filters of the article list. With scripts a choice filters at once, otherwise with the search. */
export function ArticleFilters({ status, type }: { status: string; type: string }) {
  const submit = useSubmit();
  const renderSelect = (
    name: string,
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <select
      // The key renews the select when a link or the Back button changes the filter.
      key={`${name} ${value}`}
      name={name}
      aria-label={label}
      defaultValue={value}
      onChange={({ currentTarget: { form } }) => submit(form, { replace: true, preventScrollReset: true })}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
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
