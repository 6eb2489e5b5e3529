import { Link } from "@remix-run/react";

/** What makes a good submission, and for visitors what they need to send one. */
export function SubmitGuidelines({ rules, signIn }: Props) {
  return (
    <section className="panel" aria-labelledby="guidelines">
      <h2 id="guidelines">Submission Guidelines</h2>
      <ul className="guidelines">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {signIn && (
        <p className="hint">
          You can fill in the form now. Before it is sent you will be asked to <Link to={signIn}>sign in</Link>.
        </p>
      )}
    </section>
  );
}

interface Props {
  rules: string[];
  /** Where visitors sign in; null for others. */
  signIn: string | null;
}
