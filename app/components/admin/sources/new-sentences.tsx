import { PlainText } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps } from "~/components/forms/form-answer";
import { Notice } from "~/components/ui/notice";
import { HIDDEN_PARTS, supportName, supportRows } from "~/models/records/evidence/new-sentences";

/** Asks for the sources of new sentences in a public text written with AI. Hidden until the server requires them. */
export function NewSentences({ answer }: { answer: Partial<FormAnswer> | undefined }) {
  const formAnswer = answer && { values: {}, ...answer };
  const rows = supportRows(formAnswer?.values ?? {});
  if (rows.length === 0) return null;
  const props = (name: string) => ({
    name,
    autoComplete: "off",
    ...fieldProps(formAnswer, name),
    autoFocus: undefined,
  });
  return (
    <Notice as="section" tone="caution" aria-labelledby="new-sentences">
      <h2 id="new-sentences">New sentences without a source</h2>
      <p>
        This text was written with AI, and its readers see the source of each sentence. Please add a source for each of
        these new sentences.
      </p>
      <ol className="list-decimal pl-6">
        {rows.map((row, index) => (
          <li key={row.field + row.sentence} className="border-t border-line py-3">
            {HIDDEN_PARTS.map((part) => (
              <input key={part} type="hidden" name={supportName(index, part)} value={row[part]} />
            ))}
            <PlainText>{row.field ? `${row.label}: ${row.sentence}` : `${row.sentence}.`}</PlainText>
            {row.former && (
              <label className="my-2 flex items-start gap-2.5">
                <input
                  type="checkbox"
                  className="mt-1 size-5"
                  name={supportName(index, "hold")}
                  value={row.former}
                  defaultChecked={row.hold === row.former}
                />
                <span>The source of the former sentence still supports it: {row.formerText}</span>
              </label>
            )}
            {row.field && (
              <>
                <Field {...props(supportName(index, "url"))} label="Address of a source" inputMode="url" />
                <TextArea {...props(supportName(index, "quote"))} label="Quote from it, word for word" rows={2} />
              </>
            )}
          </li>
        ))}
      </ol>
      <Field
        {...props("acceptedReason")}
        label="Reason for keeping sentences without a source"
        hint="Readers see this with your name."
        maxLength={500}
      />
    </Notice>
  );
}
