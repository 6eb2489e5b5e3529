import { Link } from "@remix-run/react";
import { Panel } from "~/components/ui/panel";

/** What makes a good submission, and for visitors what they need to send one. */
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
  /** Where visitors sign in; null for others. */
  signIn: string | null;
}
