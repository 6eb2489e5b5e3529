import { CountedTextArea, Field } from "~/components/forms/field";
import { LENGTHS, type SubmissionFields } from "~/models/records/experts/submission-fields";
import { SUBMIT } from "~/subject/submit";
import { SubmitFormCategories } from "./categories-field";
import { SubmitFormLinks } from "./reference-links-field";
import type { useListSteps } from "./use-list-steps";

export const LABELS = {
  name: "Name",
  title: "Professional title",
  categories: "Categories",
  longevityContribution: SUBMIT.contribution,
  biography: "Biography",
  referenceLinks: "Official websites and other links",
  submitterReason: "Why should this expert be in the directory?",
};

interface Props extends Pick<ReturnType<typeof useListSteps>, "lists" | "errors"> {
  /** The current values of the form. */
  shown: SubmissionFields;
}

/** Returns the properties that every text field has. */
function textField(name: Exclude<keyof typeof LABELS, keyof Props["lists"]>, { shown, errors }: Omit<Props, "lists">) {
  return { name, label: LABELS[name], defaultValue: shown[name], error: errors[name] };
}

/** Renders the fields of a submitted profile. */
export function ProfileFields({ shown, lists, errors }: Props) {
  const form = { shown, errors };
  return (
    <>
      <Field {...textField("name", form)} hint="As it is commonly written, without Dr. or Prof." required />
      <Field
        {...textField("title", form)}
        hint={`Position and institution, such as “${SUBMIT.titleExample}”.`}
        required
      />
      <SubmitFormCategories
        label={LABELS.categories}
        chosenKeys={lists.categories}
        pendingKey={shown.category}
        error={errors.categories}
      />
      <CountedTextArea
        {...textField("longevityContribution", form)}
        guidance="What the person found, built or changed: two to five sentences."
        maxLength={LENGTHS.longevityContribution}
        required
      />
      <CountedTextArea
        {...textField("biography", form)}
        guidance="Education, career and honours. Markdown works."
        maxLength={LENGTHS.biography}
        rows={8}
      />
      <SubmitFormLinks
        label={LABELS.referenceLinks}
        links={lists.referenceLinks}
        typedLink={shown.newLink}
        error={errors.referenceLinks}
      />
    </>
  );
}

/** Asks for the reason of the submission. */
export function ReasonField({ label, ...form }: Omit<Props, "lists"> & { label: string }) {
  return (
    <CountedTextArea
      {...textField("submitterReason", form)}
      label={label}
      guidance="For the reviewers only."
      maxLength={LENGTHS.submitterReason}
      rows={3}
    />
  );
}
