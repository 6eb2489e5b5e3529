import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Progress } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Notice } from "~/components/ui/notice";
import type { ImportView } from "~/models/transfer/import.server";
import { IntentForm } from "./intent-form";

/** What it does now; the page follows it. */
export function ImportProgress({ job }: { job: ImportView }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, 1_000);
    return () => clearInterval(timer);
  }, [revalidate]);
  const isChecking = job.phase === "checking";
  const doing = isChecking ? "Checking" : "Writing";
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

/** How it ended, with a way to go on. */
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
