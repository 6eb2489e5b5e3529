import { ErrorText } from "~/components/admin/text";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { PLACE_MAX } from "~/models/records/evidence/evidence";

const REFERENCE_FIELDS = [
  ["title", "Title of the work, book or page", 500],
  ["doi", "DOI of a work", 300],
  ["isbn", "ISBN of a book", 30],
  ["url", "Or the address of a page", 2_048],
  ["place", "Place in the source, such as a page or section", PLACE_MAX],
] as const;

/** Renders the fields of a source without a quote: a work, a book or a page. */
export function ReferenceFields({ answer }: { answer: FormAnswer | undefined }) {
  return REFERENCE_FIELDS.map(([name, label, max]) => (
    <label key={name} className="mb-3 block">
      {label}
      <input
        type="text"
        name={name}
        className="w-full"
        maxLength={max}
        defaultValue={typedText(answer, name)}
        required={name === "title"}
        autoComplete="off"
      />
      {answer?.fieldErrors?.[name] && <ErrorText>{answer.fieldErrors[name]}</ErrorText>}
    </label>
  ));
}
