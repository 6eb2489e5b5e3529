import { Link } from "@remix-run/react";
import { LinkSummary, Progress, RowActions, RowActionsForm } from "~/components/admin/page-parts";
import { GROWING_TEXT_CLASS, StreamingText } from "~/components/admin/streaming-text";
import { HintText, PlainText } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { promotionAddress } from "~/models/editing/promotions/form";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { STEP_OF, STEPS, type Step, type Task, WHOLE_PARTS, type WholePart } from "~/models/editing/promotions/state";

const TASK_NAMES: Record<Task, string> = {
  ideas: "ideas",
  contents: "articles",
  imagePrompt: "an image prompt",
  images: "images",
  whole: "the article and its image",
};

/** The tasks whose text is readable while it is being written. Ideas arrive as data. */
const READABLE_TASKS: Task[] = ["contents", "imagePrompt", "whole"];

const ENDING_TITLES: Record<string, string> = {
  error: "Generation Failed",
  interrupted: "Interrupted",
  stopped: "Stopped",
};

/** Shows the progress of a provider's task, or the reason of its failure with a Retry button. */
export function TaskState({ promotion: { id, job, state }, step }: { promotion: Promotion; step: Step }) {
  if (!job) return null;
  const { task, status, message, done: doneCount, total, partial: partialText } = job;
  const taskStep = STEP_OF[task];
  const isHere = taskStep === step;
  if (!isHere && status === "running") {
    return (
      <Notice role="status">
        Generating {TASK_NAMES[task]}:{" "}
        <Link to={promotionAddress(id, taskStep)}>
          step {taskStep}, {STEPS[taskStep - 1]?.label}
        </Link>
      </Notice>
    );
  }
  // A task that generates everything concerns all steps.
  if (!isHere && task !== "whole") return null;
  if (status === "running") {
    return (
      <Panel className="task mb-5 max-w-form" aria-label={`Generating ${TASK_NAMES[task]}`} aria-busy="true">
        <p role="status">{message || "Starting."}</p>
        {total > 1 && <Progress value={doneCount} max={total} aria-label={`${doneCount} of ${total}`} />}
        {READABLE_TASKS.includes(task) && (
          <StreamingText key={job.id} address={`/api/admin/promotions/${id}/text`} text={partialText} />
        )}
        <RowActionsForm className="mt-2.5" method="post" action={promotionAddress(id, step)} preventScrollReset>
          <Button type="submit" quiet small name="stop" value={job.id}>
            Stop
          </Button>
        </RowActionsForm>
      </Panel>
    );
  }
  const isCompleted = status === "completed";
  if (isCompleted && state.problems.length === 0) return null;
  return (
    <Notice tone="problem" className="task mb-5 max-w-form">
      <strong>{isCompleted ? "Not everything could be generated" : ENDING_TITLES[status]}</strong>
      {(isCompleted ? state.problems : [message]).map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      {!isCompleted && task === "whole" && <PartOutcomes state={state} step={step} id={id} />}
      {!isCompleted && partialText && READABLE_TASKS.includes(task) && (
        <details>
          <LinkSummary>The text before it stopped</LinkSummary>
          <PlainText className={GROWING_TEXT_CLASS}>{partialText}</PlainText>
        </details>
      )}
      {/* A retry would generate the existing images again. */}
      {!(isCompleted && (task === "images" || task === "whole")) && (
        <RowActions className="mt-2.5">
          <Button type="submit" small form="promotion" name="ask" value={task}>
            Retry
          </Button>
          {task === "whole" && <HintText>Retry continues with the missing parts.</HintText>}
        </RowActions>
      )}
    </Notice>
  );
}

const PART_STEPS: Record<WholePart, Step> = { contents: 2, imagePrompt: 3, images: 3 };
const PART_NAMES: Record<WholePart, string> = { contents: "Article", imagePrompt: "Image prompt", images: "Image" };

/** Lists the outcome of each part of an unfinished generation. */
function PartOutcomes({ state, step, id }: { state: Promotion["state"]; step: Step; id: string }) {
  return (
    <ul className="my-2">
      {WHOLE_PARTS.map((part) => {
        const partStep = PART_STEPS[part];
        const outcome = outcomeOf(part, state);
        const exists = outcome === MADE_NOW || outcome === MADE_BEFORE;
        return (
          <li key={part}>
            {PART_NAMES[part]}: {outcome}
            {exists && partStep !== step && (
              <>
                , <Link to={promotionAddress(id, partStep)}>in step {partStep}</Link>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const MADE_NOW = "generated in this attempt";
const MADE_BEFORE = "from an earlier attempt";

function outcomeOf(part: WholePart, { whole, pieces, prompt, images }: Promotion["state"]): string {
  if (whole.made.includes(part)) return MADE_NOW;
  const exists = { contents: pieces.length > 0, imagePrompt: prompt.trim() !== "", images: images.length > 0 }[part];
  if (whole.part === part) return exists ? "failed, the earlier one is kept" : "failed";
  if (WHOLE_PARTS.indexOf(part) < WHOLE_PARTS.indexOf(whole.part as WholePart)) return exists ? MADE_BEFORE : "none";
  return exists ? "not started, the earlier one is kept" : "not started";
}
