import { Link } from "@remix-run/react";
import { promotionAddress } from "~/models/editing/promotions/form";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { STEPS, type Step } from "~/models/editing/promotions/state";

interface Props {
  promotion: Promotion;
  step: Step;
  /** True if the step has no form whose values must be kept. */
  hasLinks: boolean;
}

/**
 * Shows the four steps with their numbers, or a check if they are done. They are buttons of the step's form, so that typed text is
 * sent.
 */
export function StepBar({ promotion: { id, furthest, state }, step, hasLinks }: Props) {
  const isPublished = state.pieces.some(({ article }) => article?.isPublished);
  const doneSteps: Record<Step, boolean> = {
    1: furthest > 1,
    2: furthest > 2,
    3: state.images.length > 0,
    4: isPublished,
  };
  return (
    <nav aria-label="Steps">
      <ol className="mb-5 flex flex-wrap gap-1 md:gap-x-7 md:gap-y-2">
        {STEPS.map(({ number, label }) => {
          const isDone = doneSteps[number] && number !== step;
          const stepLabel = (
            <>
              <span
                className={`${NUMBER_CLASS} ${number === step ? "border-current-step bg-current-step text-on-accent" : isDone ? "border-ok text-ok" : "border-edge"}`}
                aria-hidden="true"
              >
                {isDone ? "✓" : number}
              </span>
              <span className={number === step ? undefined : "max-md:sr-only"}>
                <span className="sr-only">Step {number}: </span>
                {label}
                {isDone && <span className="sr-only"> (done)</span>}
              </span>
            </>
          );
          return (
            <li key={number} className={number === step ? "pr-2 font-semibold whitespace-nowrap" : "max-md:min-w-10"}>
              {number === step ? (
                <span className={`${STEP_CLASS} text-ink`} aria-current="step">
                  {stepLabel}
                </span>
              ) : number > furthest ? (
                <span className={`${STEP_CLASS} text-muted`}>{stepLabel}</span>
              ) : hasLinks ? (
                <Link className={`${STEP_CLASS} text-ink`} to={promotionAddress(id, number)}>
                  {stepLabel}
                </Link>
              ) : (
                <button
                  className={`${STEP_CLASS} cursor-pointer text-ink hover:underline`}
                  type="submit"
                  form="promotion"
                  name="go"
                  value={number}
                >
                  {stepLabel}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const STEP_CLASS = "flex min-h-11 items-center gap-2";
const NUMBER_CLASS = "grid size-8 flex-none place-items-center rounded-full border-2 font-semibold";
