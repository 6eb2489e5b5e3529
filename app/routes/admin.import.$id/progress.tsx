import { ActionsForm, Progress } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { useReloads } from "~/components/admin/use-job-live";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { ImportView } from "~/models/editing/imports/import.server";

/** Shows the progress of the import. */
export function ImportProgress({ job }: { job: ImportView }) {
  useReloads(true);
  const isChecking = job.phase === "checking";
  const activity = isChecking ? "Checking" : job.phase === "undoing" ? "Undoing" : "Writing";
  return (
    <>
      <p role="status">
        {activity}: {job.done.toLocaleString("en")} {job.total > 0 && `of ${job.total.toLocaleString("en")} `}records.
      </p>
      <Progress value={job.total > 0 ? job.done : undefined} max={job.total || 1} aria-label={activity} />
      {isChecking ? (
        <IntentForm intent="stop" quiet danger>
          Stop
        </IntentForm>
      ) : (
        <Hint>This continues to the end, even if the server restarts.</Hint>
      )}
    </>
  );
}

/** Shows how the import ended. After a failure it has a button to continue. */
export function ImportState({ job }: { job: ImportView }) {
  if (job.status === "waiting") return null;
  const isUnfinished = job.status !== "completed";
  const intent = job.phase === "checking" ? "check" : "resume";
  return (
    <>
      <Notice tone={isUnfinished ? "problem" : "success"} role="status">
        {job.message}
      </Notice>
      {isUnfinished && (
        <IntentForm intent={intent} quiet>
          {intent === "check" ? "Check again" : "Continue"}
        </IntentForm>
      )}
    </>
  );
}

interface Props {
  intent: string;
  quiet?: boolean;
  danger?: boolean;
  children: string;
}

/** Renders a form with a single button for an action of the import. */
export function IntentForm({ intent, children, ...buttonProps }: Props) {
  return (
    <ActionsForm method="post" className="my-4">
      <Button type="submit" name="intent" value={intent} {...buttonProps}>
        {children}
      </Button>
    </ActionsForm>
  );
}
