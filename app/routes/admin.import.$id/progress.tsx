import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { ActionsForm, Progress } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { ImportView } from "~/models/editing/imports/import.server";

/** Shows the progress of the import. */
export function ImportProgress({ job }: { job: ImportView }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, 1_000);
    return () => clearInterval(timer);
  }, [revalidate]);
  const isChecking = job.phase === "checking";
  const doing = isChecking ? "Checking" : job.phase === "undoing" ? "Undoing" : "Writing";
  return (
    <>
      <p role="status">
        {doing}: {job.done.toLocaleString("en")} {job.total > 0 && `of ${job.total.toLocaleString("en")} `}records.
      </p>
      <Progress value={job.total > 0 ? job.done : undefined} max={job.total || 1} aria-label={doing} />
      {isChecking ? (
        <IntentForm intent="stop" quiet danger>
          Stop
        </IntentForm>
      ) : (
        <Hint>It continues to the end, even if the server restarts.</Hint>
      )}
    </>
  );
}

/** Shows how it ended, with a way to go on. */
export function ImportState({ job }: { job: ImportView }) {
  if (job.status === "waiting") return null;
  const isBad = job.status !== "completed";
  const intent = job.phase === "checking" ? "check" : "resume";
  return (
    <>
      <Notice tone={isBad ? "problem" : "success"} role="status">
        {job.message}
      </Notice>
      {isBad && (
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

/** One button, which says what to do with the import. */
export function IntentForm({ intent, children, ...look }: Props) {
  return (
    <ActionsForm method="post" className="my-4">
      <Button type="submit" name="intent" value={intent} {...look}>
        {children}
      </Button>
    </ActionsForm>
  );
}
