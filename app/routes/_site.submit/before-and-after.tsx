import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { RECEIVED } from "~/models/records/experts/submission-fields";

/** Explains what makes a good submission, and to visitors what they need to send one. */
export function SubmitGuidelines({ rules, signIn }: Props) {
  return (
    <Panel aria-labelledby="guidelines">
      <h2 id="guidelines">Submission Guidelines</h2>
      <ul className="list-disc pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {signIn && (
        <p className="mt-2.5 text-sm text-muted [&_a]:underline">
          You can fill in the form now. Before it is sent you will be asked to <Link to={signIn}>sign in</Link>.
        </p>
      )}
    </Panel>
  );
}

interface Props {
  rules: string[];
  /** The sign-in page for visitors; null for others. */
  signIn: string | null;
}

const CHANGE_RECEIVED = "Thank you for improving this profile. We'll review your change and get back to you soon.";

export function SubmitReceived({ id, statusLabel, isChange }: { id: string; statusLabel: string; isChange: boolean }) {
  return (
    <NoticePage title={isChange ? "Change Received!" : "Submission Received!"}>
      <p>{isChange ? CHANGE_RECEIVED : RECEIVED}</p>
      <p>
        Status: <strong>{statusLabel}</strong>. You can follow it among{" "}
        <Link to="/my-submissions">your submissions</Link>.
      </p>
      <p>
        Do you have a picture that may be shown? <Link to={`/my-submissions/${id}/picture`}>Add a picture</Link>
      </p>
      <ButtonLink to="/">Return to Directory</ButtonLink>
    </NoticePage>
  );
}
