import { Form } from "@remix-run/react";
import { LinkSummary } from "~/components/admin/page-parts";
import { ErrorText } from "~/components/admin/text";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { SubmitButton } from "~/components/forms/submit-button";
import { SOURCE_KINDS, SOURCE_LABELS } from "~/models/records/evidence/source-kinds";
import { ReferenceFields } from "./reference-fields";

interface Props {
  path: string;
  field: string;
  sentence: string;
  answer: FormAnswer | undefined;
}

/** Renders the forms that add a source to a sentence or keep it without one. A refused form stays open with its input. */
export function SentenceForms({ path, field, sentence, answer }: Props) {
  const isThisSentence = typedText(answer, "field") === field && typedText(answer, "sentence") === sentence;
  const sentenceAnswer = isThisSentence ? answer : undefined;
  const intent = typedText(sentenceAnswer, "intent");
  const hidden = (
    <>
      <input type="hidden" name="field" value={field} />
      <input type="hidden" name="sentence" value={sentence} />
    </>
  );
  const props = (name: string) => ({
    name,
    className: "w-full",
    required: true,
    defaultValue: typedText(sentenceAnswer, name),
  });
  return (
    <div className="flex flex-wrap gap-x-5 [&>details[open]]:basis-full">
      <details open={intent === "add"}>
        <LinkSummary>Add a source</LinkSummary>
        <Form method="post" action={path} className="max-w-measure" preventScrollReset>
          <input type="hidden" name="intent" value="add" />
          {hidden}
          <label className="mb-3 block">
            Address of the page
            <input type="url" maxLength={2_048} {...props("url")} />
          </label>
          {sentenceAnswer?.fieldErrors?.url && <ErrorText>{sentenceAnswer.fieldErrors.url}</ErrorText>}
          <label className="mb-3 block">
            Quote, word for word
            <textarea rows={3} maxLength={600} {...props("quote")} />
          </label>
          {sentenceAnswer?.fieldErrors?.quote && <ErrorText>{sentenceAnswer.fieldErrors.quote}</ErrorText>}
          <SubmitButton small pending="Opening the page…">
            Check and add
          </SubmitButton>
        </Form>
      </details>
      <details open={intent === "refer"}>
        <LinkSummary>Add a reference without a quote</LinkSummary>
        <Form method="post" action={path} className="max-w-measure" preventScrollReset>
          <input type="hidden" name="intent" value="refer" />
          {hidden}
          <p>Readers see it with your name, as checked by you today.</p>
          <ReferenceFields answer={sentenceAnswer} />
          <label className="mb-3 block">
            Kind
            <select {...props("sourceKind")} required={false}>
              <option value="">unknown</option>
              {SOURCE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {SOURCE_LABELS[kind]}
                </option>
              ))}
            </select>
          </label>
          <SubmitButton small pending="Saving…">
            Add the reference
          </SubmitButton>
        </Form>
      </details>
      <details open={intent === "keep"}>
        <LinkSummary>Keep it without a source</LinkSummary>
        <Form method="post" action={path} className="max-w-measure" preventScrollReset>
          <input type="hidden" name="intent" value="keep" />
          {hidden}
          <label className="mb-3 block">
            Reason, which readers see with your name
            <textarea rows={2} maxLength={500} {...props("reason")} />
          </label>
          {sentenceAnswer?.fieldErrors?.reason && <ErrorText>{sentenceAnswer.fieldErrors.reason}</ErrorText>}
          <SubmitButton small quiet pending="Saving…">
            Keep it
          </SubmitButton>
        </Form>
      </details>
    </div>
  );
}
