import type { ReactNode } from "react";
import { ActionsForm } from "~/components/admin/page-parts";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
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
    <NoticePage title={title}>
      <FormErrors refusal={refusal} title="Delete Failed" />
      {children}
      <ActionsForm method="post">
        <input type="hidden" name="returnTo" value={returnTo} />
        <ButtonLink quiet to={returnTo}>
          Cancel
        </ButtonLink>
        <SubmitButton quiet danger pending="Deleting…">
          Delete
        </SubmitButton>
      </ActionsForm>
    </NoticePage>
  );
}
