import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Refusal } from "~/http.server";
import { FormErrors } from "./form-errors";
import { Statement } from "./statement";
import { SubmitButton } from "./submit-button";

interface Props {
  title: string;
  /** Where it is gone on, deleted or not. */
  returnTo: string;
  refusal: Refusal | undefined;
  /** What is asked. */
  children: ReactNode;
}

/** Asks before something is deleted: the dialog of a list, as a page. */
export function DeleteQuestion({ title, returnTo, refusal, children }: Props) {
  return (
    <Statement title={title}>
      <FormErrors refusal={refusal} title="Delete Failed" />
      {children}
      <Form method="post" className="actions">
        <input type="hidden" name="returnTo" value={returnTo} />
        <Link className="button quiet" to={returnTo}>
          Cancel
        </Link>
        <SubmitButton className="button danger" pending="Deleting…">
          Delete
        </SubmitButton>
      </Form>
    </Statement>
  );
}
