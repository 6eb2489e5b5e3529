import { ActionsForm } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import type { SetupStep } from "~/models/base/parts/setup-step";
import { Pieces } from "./pieces";

interface Props {
  setup: { open: SetupStep[] };
  /** True for steps on the server, false for steps that an admin can do on this site. */
  isForOperators: boolean;
}

/** Lists the open set-up steps. Shows nothing when all are done. */
export function SetupSteps({ setup: { open: openSteps }, isForOperators }: Props) {
  const steps = openSteps.filter(({ link, press }) => isForOperators === (!link && !press));
  if (steps.length === 0) return null;
  const id = isForOperators ? "setup-server" : "setup";
  return (
    <Notice as="section" tone={isForOperators ? undefined : "caution"} className="mt-8 mb-5" aria-labelledby={id}>
      <h2 id={id}>{isForOperators ? "For the operator of the server" : "Set up the site"}</h2>
      <p className="text-muted">
        {isForOperators
          ? "These steps are done on the server. If you do not run it, please send this list to the person who does."
          : "Each step disappears when it is done."}
      </p>
      <ol className="mt-2">
        {steps.map(({ title, text, variables, link, press }) => (
          <li key={title} className="border-t border-line py-2">
            <strong className="block" dir="auto">
              {title}
            </strong>
            <span className="text-sm">
              {typeof text === "string" ? text : <Pieces pieces={text} />}{" "}
              {variables.length > 0 && (
                <>
                  Set <Variables names={variables} /> and restart the server.
                </>
              )}
              {link && <Link to={link.to}>{link.label}</Link>}
            </span>
            {press && (
              <ActionsForm method="post" action={press.action} className="mt-2">
                <Button type="submit" small name="intent" value={press.intent}>
                  {press.label}
                </Button>
              </ActionsForm>
            )}
          </li>
        ))}
      </ol>
    </Notice>
  );
}

function Variables({ names }: { names: string[] }) {
  return names.map((name, position) => (
    <span key={name}>
      {position > 0 && " or "}
      <code>{name}</code>
    </span>
  ));
}
