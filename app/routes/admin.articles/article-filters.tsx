import { useSubmit } from "@remix-run/react";
import { ARTICLE_TYPES } from "~/models/base/providers/models";

/** Chosen with the search; with scripts at once. */
export function ArticleFilters({ status, type }: { status: string; type: string }) {
  const submit = useSubmit();
  const select = (name: string, label: string, value: string, options: readonly (readonly [string, string])[]) => (
    <select
      // Another address by other means shows what it filters by.
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
      {select("status", "Status", status, [
        ["", "Any status"],
        ["published", "Published"],
        ["draft", "Drafts"],
      ])}
      {select("type", "Type", type, [["", "Any type"], ...ARTICLE_TYPES.map(({ id, label }) => [id, label] as const)])}
    </>
  );
}
