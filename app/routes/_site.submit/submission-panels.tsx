import { CountedTextArea, Field } from "~/components/forms/field";
import { SubmitFormCategories } from "~/components/submissions/categories-field";
import { SubmitFormLinks } from "~/components/submissions/reference-links-field";
import type { useListSteps } from "~/components/submissions/use-list-steps";
import { Panel } from "~/components/ui/panel";
import { LENGTHS, type SubmissionFields } from "~/models/submissions/fields";

interface Props extends Pick<ReturnType<typeof useListSteps>, "lists" | "errors"> {
  /** What stands in the form. */
  shown: SubmissionFields;
  isChange: boolean;
  /** The name that it is sent in; null for a visitor. */
  submitter: string | null;
}

const LABELS = {
  name: "Name",
  title: "Professional title",
  categories: "Categories",
  longevityContribution: "Contribution to longevity",
  biography: "Biography",
  referenceLinks: "Official websites and other links",
  submitterReason: "Why should this expert be in the directory?",
};

const CHANGE_LABELS = { ...LABELS, submitterReason: "Why should this be changed?" };

/** What the fields are called, by name. */
export function labelsOf(isChange: boolean): typeof LABELS {
  return isChange ? CHANGE_LABELS : LABELS;
}

/** The fields of the profile, and why it is sent. */
export function SubmissionPanels({ shown, lists, errors, isChange, submitter }: Props) {
  return (
    <>
      <Panel aria-labelledby="expert">
        <h2 id="expert">{isChange ? "The profile" : "Expert Information"}</h2>
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
      </Panel>

      <Panel aria-labelledby="details">
        <h2 id="details">{isChange ? "About your change" : "Submission Details"}</h2>
        <CountedTextArea
          label={labelsOf(isChange).submitterReason}
          name="submitterReason"
          defaultValue={shown.submitterReason}
          error={errors.submitterReason}
          guidance="For the reviewers only."
          most={LENGTHS.submitterReason}
          rows={3}
        />
        {submitter !== null && (
          <p className="text-sm text-muted">Sent in your name, {submitter}, which is never published.</p>
        )}
      </Panel>
    </>
  );
}
