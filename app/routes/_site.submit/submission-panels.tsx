import { LABELS, ProfileFields, ReasonField } from "~/components/submissions/submission-fields";
import type { useListSteps } from "~/components/submissions/use-list-steps";
import { Panel } from "~/components/ui/panel";
import type { SubmissionFields } from "~/models/records/experts/submission-fields";

interface Props extends Pick<ReturnType<typeof useListSteps>, "lists" | "errors"> {
  /** The current values of the form. */
  shown: SubmissionFields;
  isChange: boolean;
  /** The name of the signed-in reader; null for a visitor. */
  submitter: string | null;
}

const CHANGE_LABELS = { ...LABELS, submitterReason: "Why should this be changed?" };

/** Returns the labels of the fields, by name. */
export function labelsOf(isChange: boolean): typeof LABELS {
  return isChange ? CHANGE_LABELS : LABELS;
}

/** Renders the fields of the profile, and the reason of the submission. */
export function SubmissionPanels({ shown, lists, errors, isChange, submitter }: Props) {
  return (
    <>
      <Panel aria-labelledby="expert">
        <h2 id="expert">{isChange ? "The profile" : "Expert Information"}</h2>
        <ProfileFields shown={shown} lists={lists} errors={errors} />
      </Panel>

      <Panel aria-labelledby="details">
        <h2 id="details">{isChange ? "About your change" : "Submission Details"}</h2>
        <ReasonField shown={shown} errors={errors} label={labelsOf(isChange).submitterReason} />
        {submitter !== null && (
          <p className="text-sm text-muted">
            This is sent in your name, <bdi>{submitter}</bdi>, which is never published.
          </p>
        )}
      </Panel>
    </>
  );
}
