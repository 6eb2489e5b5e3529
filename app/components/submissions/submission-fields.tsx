import { CountedTextArea, Field } from "~/components/forms/field";
import { LENGTHS, type SubmissionFields } from "~/models/submissions/fields";
import { SubmitFormCategories } from "./categories-field";
import { SubmitFormLinks } from "./reference-links-field";
import type { useListSteps } from "./use-list-steps";

export const LABELS = {
  name: "Name",
  title: "Professional title",
  categories: "Categories",
  longevityContribution: "Contribution to longevity",
  biography: "Biography",
  referenceLinks: "Official websites and other links",
  submitterReason: "Why should this expert be in the directory?",
};

interface Props extends Pick<ReturnType<typeof useListSteps>, "lists" | "errors"> {
  /** What stands in the form. */
  shown: SubmissionFields;
}

/** The fields of a submitted profile. */
export function ProfileFields({ shown, lists, errors }: Props) {
  return (
    <>
      <Field
        label={LABELS.name}
        name="name"
        defaultValue={shown.name}
        error={errors.name}
        hint="As it is commonly written, without Dr. or Prof."
        required
      />
      <Field
        label={LABELS.title}
        name="title"
        defaultValue={shown.title}
        error={errors.title}
        hint="Position and institution, such as “Professor of Genetics, University of Somewhere”."
        required
      />
      <SubmitFormCategories
        label={LABELS.categories}
        chosen={lists.categories}
        pending={shown.category}
        error={errors.categories}
      />
      <CountedTextArea
        label={LABELS.longevityContribution}
        name="longevityContribution"
        defaultValue={shown.longevityContribution}
        error={errors.longevityContribution}
        guidance="What the person found, built or changed: two to five sentences."
        most={LENGTHS.longevityContribution}
        required
      />
      <CountedTextArea
        label={LABELS.biography}
        name="biography"
        defaultValue={shown.biography}
        error={errors.biography}
        guidance="Education, career and honours. Markdown works."
        most={LENGTHS.biography}
        rows={8}
      />
      <SubmitFormLinks
        label={LABELS.referenceLinks}
        links={lists.referenceLinks}
        typed={shown.newLink}
        error={errors.referenceLinks}
      />
    </>
  );
}

/** Why it is sent. */
export function ReasonField({ shown, errors, label }: Omit<Props, "lists"> & { label: string }) {
  return (
    <CountedTextArea
      label={label}
      name="submitterReason"
      defaultValue={shown.submitterReason}
      error={errors.submitterReason}
      guidance="For the reviewers only."
      most={LENGTHS.submitterReason}
      rows={3}
    />
  );
}
