import { PlainField } from "~/components/admin/field-group";
import { ErrorText } from "~/components/admin/text";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { ARTICLE_LABELS } from "~/models/records/articles/fields";

interface Props {
  defaultValue: string;
  error?: string;
}

/** Offers the two specified kinds of articles, and the stored kind if it is neither of them. */
export function ArticleType({ defaultValue, error }: Props) {
  const isListed = !defaultValue || ARTICLE_TYPES.some(({ id }) => id === defaultValue);
  return (
    <PlainField>
      <label htmlFor="type">{ARTICLE_LABELS.type}</label>
      <select
        id="type"
        name="type"
        defaultValue={defaultValue || ARTICLE_TYPES[0].id}
        aria-describedby={error && "type-error"}
        aria-invalid={error ? true : undefined}
      >
        {ARTICLE_TYPES.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        {!isListed && (
          <option value={defaultValue} dir="auto">
            {defaultValue}
          </option>
        )}
      </select>
      {error && <ErrorText id="type-error">{error}</ErrorText>}
    </PlainField>
  );
}
