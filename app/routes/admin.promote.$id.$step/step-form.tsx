import { useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef } from "react";
import { Hint } from "~/components/admin/text";
import { promotionAddress } from "~/models/editing/promotions/form";
import type { Step } from "~/models/editing/promotions/state";
import { useKeptChoices } from "./use-kept-choices";

interface Props {
  /** The id of the promotion. */
  id: string;
  step: Step;
  className: string;
  children: ReactNode;
}

/** The one form of a step: whatever is pressed in it, all that is typed goes along. */
export function StepForm({ id, step, className, children }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const { failed, rest } = useKeptChoices(element, id, step);
  const address = promotionAddress(id, step);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    // The browser opens forms with a new tab itself.
    if (button?.formTarget === "_blank") return;
    event.preventDefault();
    rest();
    const isSameStep = button?.name !== "go";
    submit(button ?? event.currentTarget, { method: "post", action: address, preventScrollReset: isSameStep });
  };
  return (
    // noValidate: the rules and their words are the server's, the same with and without scripts.
    <form
      ref={element}
      id="promotion"
      className={`max-w-form ${className}`}
      method="post"
      action={address}
      noValidate
      onSubmit={send}
    >
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="step" value={step} />
      {children}
      <Hint role="status">
        {failed && "What you type could not be kept on the server. It is tried again when you type on."}
      </Hint>
    </form>
  );
}
