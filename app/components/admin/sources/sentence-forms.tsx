import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { LinkSummary } from "~/components/admin/page-parts";
import { ErrorText } from "~/components/admin/text";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { SubmitButton } from "~/components/forms/submit-button";
import { useEmptiedForm } from "~/components/forms/use-emptied-form";
import { SOURCE_KINDS, SOURCE_LABELS } from "~/models/records/evidence/source-kinds";
import { ReferenceFields } from "./reference-fields";

interface Props {
  path: string;
  field: string;
  sentence: string;
  answer: FormAnswer | undefined;
}

/** Renders the forms that add a source to a sentence or keep it without one. A refused form stays open with its input. */
export function SentenceForms({ answer, ...props }: Props) {
  const isThisSentence = typedText(answer, "field") === props.field && typedText(answer, "sentence") === props.sentence;
  const sentenceAnswer = isThisSentence ? answer : undefined;
  const attributesOf = (name: string) => ({
    name,
    className: "w-full",
    required: true,
    defaultValue: typedText(sentenceAnswer, name),
  });
  const form = { ...props, answer: sentenceAnswer };
  return (
    <div className="flex flex-wrap gap-x-5 [&>details[open]]:basis-full">
      <SentenceForm {...form} intent="add" title="Add a source">
        <label className="mb-3 block">
          Address of the page
          <input type="url" maxLength={2_048} {...attributesOf("url")} />
        </label>
        {sentenceAnswer?.fieldErrors?.url && <ErrorText>{sentenceAnswer.fieldErrors.url}</ErrorText>}
        <label className="mb-3 block">
          Quote, word for word
          <textarea rows={3} maxLength={600} {...attributesOf("quote")} />
        </label>
        {sentenceAnswer?.fieldErrors?.quote && <ErrorText>{sentenceAnswer.fieldErrors.quote}</ErrorText>}
        <SubmitButton small pending="Opening the page…">
          Check and add
        </SubmitButton>
      </SentenceForm>
      <SentenceForm {...form} intent="refer" title="Add a reference without a quote">
        <p>Readers see it with your name, as checked by you today.</p>
        <ReferenceFields answer={sentenceAnswer} />
        <label className="mb-3 block">
          Kind
          <select {...attributesOf("sourceKind")} required={false}>
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
      </SentenceForm>
      <SentenceForm {...form} intent="keep" title="Keep it without a source">
        <label className="mb-3 block">
          Reason, which readers see with your name
          <textarea rows={2} maxLength={500} {...attributesOf("reason")} />
        </label>
        {sentenceAnswer?.fieldErrors?.reason && <ErrorText>{sentenceAnswer.fieldErrors.reason}</ErrorText>}
        <SubmitButton small quiet pending="Saving…">
          Keep it
        </SubmitButton>
      </SentenceForm>
    </div>
  );
}

interface FormProps extends Props {
  intent: "add" | "refer" | "keep";
  title: string;
  children: ReactNode;
}

/** Renders one of the forms, folded below its title. It is empty again after it was accepted. */
function SentenceForm({ path, field, sentence, answer, intent, title, children }: FormProps) {
  const hiddenFields = { intent, field, sentence };
  const form = useEmptiedForm(
    (data) => Object.entries(hiddenFields).every(([name, value]) => data.get(name) === value),
    answer,
  );
  return (
    <details open={typedText(answer, "intent") === intent}>
      <LinkSummary>{title}</LinkSummary>
      <Form ref={form} method="post" action={path} className="max-w-measure" preventScrollReset>
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
    </details>
  );
}
