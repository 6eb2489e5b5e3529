import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { RECEIVED } from "~/models/records/experts/submission-fields";

/** Shows the rules for submissions, and tells visitors that they have to sign in. */
export function SubmitGuidelines({ rules, signInAddress }: Props) {
  return (
    <Panel aria-labelledby="guidelines">
      <h2 id="guidelines">Submission Guidelines</h2>
      <ul className="list-disc pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {signInAddress && (
        <p className="mt-2.5 text-sm text-muted [&_a]:underline">
          You can fill in the form now. You have to <Link to={signInAddress}>sign in</Link> before you send it.
        </p>
      )}
    </Panel>
  );
}

interface Props {
  rules: string[];
  /** The address of the sign-in page for visitors; null for others. */
  signInAddress: string | null;
}

const CHANGE_RECEIVED = "Thank you for improving this profile. We'll review your change and get back to you soon.";

export function SubmitReceived({ id, statusLabel, isChange }: { id: string; statusLabel: string; isChange: boolean }) {
  return (
    <NoticePage title={isChange ? "Change Received!" : "Submission Received!"}>
      <p>{isChange ? CHANGE_RECEIVED : RECEIVED}</p>
      <p>
        Status: <strong>{statusLabel}</strong>. You can follow it on the page of{" "}
        <Link to="/my-submissions">your submissions</Link>.
      </p>
      <p>
        Do you have a picture that we may show? <Link to={`/my-submissions/${id}/picture`}>Add a picture</Link>
      </p>
      <ButtonLink to="/">Return to Directory</ButtonLink>
    </NoticePage>
  );
}
