import { Link } from "@remix-run/react";
import { LinkSummary, Progress, RowActions, RowActionsForm } from "~/components/admin/page-parts";
import { ARRIVING, StreamingText } from "~/components/admin/streaming-text";
import { PlainText } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { promotionAddress } from "~/models/editing/promotions/form";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { STEP_OF, STEPS, type Step, type Task } from "~/models/editing/promotions/state";

const WHAT: Record<Task, string> = {
  ideas: "ideas",
  contents: "articles",
  imagePrompt: "an image prompt",
  images: "images",
  whole: "the article and its image",
};

/** Tasks whose text can be read while it arrives; ideas come as data. */
const READABLE: Task[] = ["contents", "imagePrompt", "whole"];

const ENDED: Record<string, string> = { error: "Generation Failed", interrupted: "Interrupted", stopped: "Stopped" };

/** Shows how what was asked of a provider stands: what it does now, or why there is no result, with Retry. */
export function TaskState({ promotion: { id, job, state }, step }: { promotion: Promotion; step: Step }) {
  if (!job) return null;
  const { task, status, message, done, total, partial } = job;
  const place = STEP_OF[task];
  if (place !== step) {
    return status === "running" ? (
      <Notice role="status">
        Generating {WHAT[task]}:{" "}
        <Link to={promotionAddress(id, place)}>
          step {place}, {STEPS[place - 1]?.label}
        </Link>
      </Notice>
    ) : null;
  }
  if (status === "running") {
    return (
      <Panel className="task mb-5 max-w-form" aria-label={`Generating ${WHAT[task]}`} aria-busy="true">
        <p role="status">{message || "Starting."}</p>
        {total > 1 && <Progress value={done} max={total} aria-label={`${done} of ${total}`} />}
        {READABLE.includes(task) && (
          <StreamingText key={job.id} address={`/api/admin/promotions/${id}/text`} text={partial} />
        )}
        <RowActionsForm className="mt-2.5" method="post" action={promotionAddress(id, step)} preventScrollReset>
          <Button type="submit" quiet small name="stop" value={job.id}>
            Stop
          </Button>
        </RowActionsForm>
      </Panel>
    );
  }
  const isOver = status === "completed";
  if (isOver && state.problems.length === 0) return null;
  return (
    <Notice tone="problem" className="task mb-5 max-w-form">
      <strong>{isOver ? "Not everything could be generated" : ENDED[status]}</strong>
      {(isOver ? state.problems : [message]).map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      {!isOver && partial && READABLE.includes(task) && (
        <details>
          <LinkSummary>What arrived before it stopped</LinkSummary>
          <PlainText className={ARRIVING}>{partial}</PlainText>
        </details>
      )}
      {/* Images that are there would be made once more. */}
      {!(isOver && task === "images") && (
        <RowActions className="mt-2.5">
          <Button type="submit" small form="promotion" name="ask" value={task}>
            Retry
          </Button>
        </RowActions>
      )}
    </Notice>
  );
}
