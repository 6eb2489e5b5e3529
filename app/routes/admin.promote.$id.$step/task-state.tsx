import { Link } from "@remix-run/react";
import { LinkSummary, Progress, RowActions, RowActionsForm } from "~/components/admin/page-parts";
import { ARRIVING, StreamingText } from "~/components/admin/streaming-text";
import { HintText, PlainText } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { promotionAddress } from "~/models/editing/promotions/form";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { STEP_OF, STEPS, type Step, type Task, WHOLE_PARTS, type WholePart } from "~/models/editing/promotions/state";

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
  const isHere = place === step;
  if (!isHere && status === "running") {
    return (
      <Notice role="status">
        Generating {WHAT[task]}:{" "}
        <Link to={promotionAddress(id, place)}>
          step {place}, {STEPS[place - 1]?.label}
        </Link>
      </Notice>
    );
  }
  // Whatever step somebody looks at shows something of what is made in one go.
  if (!isHere && task !== "whole") return null;
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
      {!isOver && task === "whole" && <PartsMade state={state} step={step} id={id} />}
      {!isOver && partial && READABLE.includes(task) && (
        <details>
          <LinkSummary>What arrived before it stopped</LinkSummary>
          <PlainText className={ARRIVING}>{partial}</PlainText>
        </details>
      )}
      {/* Images that are there would be made once more. */}
      {!(isOver && (task === "images" || task === "whole")) && (
        <RowActions className="mt-2.5">
          <Button type="submit" small form="promotion" name="ask" value={task}>
            Retry
          </Button>
          {task === "whole" && <HintText>Goes on with what is missing.</HintText>}
        </RowActions>
      )}
    </Notice>
  );
}

const PART_STEPS: Record<WholePart, Step> = { contents: 2, imagePrompt: 3, images: 3 };
const PART_NAMES: Record<WholePart, string> = { contents: "Article", imagePrompt: "Image prompt", images: "Image" };

/** What came of a go that did not come to its end, part by part. */
function PartsMade({ state, step, id }: { state: Promotion["state"]; step: Step; id: string }) {
  return (
    <ul className="my-2">
      {WHOLE_PARTS.map((part) => {
        const place = PART_STEPS[part];
        const outcome = outcomeOf(part, state);
        const isThere = outcome === MADE || outcome === BEFORE;
        return (
          <li key={part}>
            {PART_NAMES[part]}: {outcome}
            {isThere && place !== step && (
              <>
                , <Link to={promotionAddress(id, place)}>in step {place}</Link>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const MADE = "made in this try";
const BEFORE = "there from before";

function outcomeOf(part: WholePart, { whole, pieces, prompt, images }: Promotion["state"]): string {
  if (whole.made.includes(part)) return MADE;
  const isThere = { contents: pieces.length > 0, imagePrompt: prompt.trim() !== "", images: images.length > 0 }[part];
  if (whole.part === part) return isThere ? "failed; the one from before is still there" : "failed";
  if (WHOLE_PARTS.indexOf(part) < WHOLE_PARTS.indexOf(whole.part as WholePart)) return isThere ? BEFORE : "none";
  return isThere ? "not begun; the one from before is still there" : "not begun";
}
