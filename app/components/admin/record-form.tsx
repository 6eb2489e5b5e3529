import { Form } from "@remix-run/react";
import type { FormEventHandler, KeyboardEvent, ReactNode, RefObject } from "react";
import type { Refusal } from "~/http/form.server";

interface Props {
  element: RefObject<HTMLFormElement>;
  /** The `updatedAt` that the record was made from; "" for a new one. */
  updatedAt: string;
  refusal: Refusal | undefined;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The form of a whole record. Enter and Ctrl+S save it. */
export function RecordForm({ element, updatedAt, refusal, onSubmit, children }: Props) {
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };
  return (
    // noValidate: the rules and their words are the server's, the same with and without scripts.
    <Form
      ref={element}
      method="post"
      encType="multipart/form-data"
      noValidate
      onKeyDown={saveByKey}
      onSubmit={onSubmit}
      preventScrollReset={refusal !== undefined}
    >
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="updatedAt" defaultValue={updatedAt} />
      {children}
    </Form>
  );
}
