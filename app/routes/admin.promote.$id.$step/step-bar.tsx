import { Link } from "@remix-run/react";
import { promotionAddress } from "~/models/promotions/form";
import type { Promotion } from "~/models/promotions/promotions.server";
import { STEPS, type Step } from "~/models/promotions/state";

interface Props {
  promotion: Promotion;
  step: Step;
  /** Whether there is nothing that a step's form would have to keep. */
  asLinks: boolean;
}

/**
 * The four steps with their numbers; those that are done have a check (row PW01). They are buttons of the step's form,
 * so that what was typed goes along.
 */
export function StepBar({ promotion: { id, furthest, state }, step, asLinks }: Props) {
  const isPublished = state.pieces.some(({ article }) => article?.isPublished);
  const isDone: Record<Step, boolean> = {
    1: furthest > 1,
    2: furthest > 2,
    3: state.images.length > 0,
    4: isPublished,
  };
  return (
    <nav aria-label="Steps">
      <ol className="step-bar">
        {STEPS.map(({ number, label }) => {
          const done = isDone[number] && number !== step;
          const words = (
            <>
              <span className="step-number" aria-hidden="true">
                {done ? "✓" : number}
              </span>
              <span className="step-label">
                <span className="sr-only">Step {number}: </span>
                {label}
                {done && <span className="sr-only"> (done)</span>}
              </span>
            </>
          );
          return (
            <li key={number} className={number === step ? "current" : done ? "done" : undefined}>
              {number === step ? (
                <span aria-current="step">{words}</span>
              ) : number > furthest ? (
                <span>{words}</span>
              ) : asLinks ? (
                <Link to={promotionAddress(id, number)}>{words}</Link>
              ) : (
                <button type="submit" form="promotion" name="go" value={number}>
                  {words}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
