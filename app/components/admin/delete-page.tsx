import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Notice } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";

interface Props {
  title: string;
  /** Where it is gone on, deleted or not. */
  returnTo: string;
  refusal: Refusal | undefined;
  /** What is asked. */
  children: ReactNode;
}

/** Asks before something is deleted: the dialog of a list, as a page. */
export function DeletePage({ title, returnTo, refusal, children }: Props) {
  return (
    <Notice title={title}>
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
    </Notice>
  );
}
