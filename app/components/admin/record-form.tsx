import { Form } from "@remix-run/react";
import type { FormEventHandler, KeyboardEvent, ReactNode, RefObject } from "react";
import type { Refusal } from "~/http/form.server";

interface Props {
  formRef: RefObject<HTMLFormElement>;
  /** The `updatedAt` of the version in the form; "" for a new record. */
  updatedAt: string;
  refusal: Refusal | undefined;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** Renders the form of a record. Enter and Ctrl+S save it. */
export function RecordForm({ formRef, updatedAt, refusal, onSubmit, children }: Props) {
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    formRef.current?.requestSubmit();
  };
  return (
    // noValidate, because the server checks the input, and its messages are the same with and without scripts.
    <Form
      ref={formRef}
      method="post"
      encType="multipart/form-data"
      noValidate
      onKeyDown={saveByKey}
      onSubmit={onSubmit}
      preventScrollReset={refusal !== undefined}
    >
      {/* Enter presses the first button of a form. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="updatedAt" defaultValue={updatedAt} />
      {children}
    </Form>
  );
}
