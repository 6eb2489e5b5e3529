import { useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef } from "react";
import { Hint } from "~/components/admin/text";
import { promotionAddress } from "~/models/editing/promotions/form";
import type { Step } from "~/models/editing/promotions/state";
import { useChoiceSaving } from "./use-choice-saving";

interface Props {
  /** The id of the promotion. */
  id: string;
  step: Step;
  className: string;
  children: ReactNode;
}

/** Renders the only form of a step, so that every button sends all of its fields. */
export function StepForm({ id, step, className, children }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const { hasFailed, stopSaving } = useChoiceSaving(formRef, id, step);
  const address = promotionAddress(id, step);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    // The browser itself sends forms that open a new tab.
    if (button?.formTarget === "_blank") return;
    event.preventDefault();
    stopSaving();
    const isSameStep = button?.name !== "go";
    submit(button ?? event.currentTarget, { method: "post", action: address, preventScrollReset: isSameStep });
  };
  return (
    // noValidate, because the server checks the input, and its messages are the same with and without scripts.
    <form
      ref={formRef}
      id="promotion"
      className={`max-w-form ${className}`}
      method="post"
      action={address}
      noValidate
      onSubmit={send}
    >
      {/* Enter presses the first button of a form. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="step" value={step} />
      {children}
      <Hint role="status">
        {hasFailed && "Your changes could not be stored on the server. The next change tries again."}
      </Hint>
    </form>
  );
}
