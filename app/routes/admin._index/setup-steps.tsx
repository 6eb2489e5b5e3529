import { ActionsForm } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import type { SetupStep } from "~/models/base/parts/setup-step";

/** What a new site still needs; nothing once all of it is done. */
export function SetupSteps({ setup: { open, total } }: { setup: { open: SetupStep[]; total: number } }) {
  if (open.length === 0) return null;
  return (
    <Notice as="section" tone="caution" className="my-5" aria-labelledby="setup">
      <h2 id="setup">Set up the site</h2>
      <p className="text-muted">
        {total - open.length} of {total} steps are done. Each step disappears once it is done.
      </p>
      <ol className="mt-2">
        {open.map(({ title, text, variables, link, press }) => (
          <li key={title} className="border-t border-line py-2">
            <strong className="block" dir="auto">
              {title}
            </strong>
            <span className="text-sm">
              {text}{" "}
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
