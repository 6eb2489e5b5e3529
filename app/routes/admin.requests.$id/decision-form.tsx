import { Form } from "@remix-run/react";
import { ComparedByHand } from "~/components/admin/compared-by-hand";
import { SaveBar } from "~/components/admin/field-group";
import { RelistReason } from "~/components/admin/relist-reason";
import { FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { useIsAdmin, useMailState } from "~/components/layout/use-site";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import type { RequestForAdmin } from "~/models/whole/requests/request.server";

const APPLY_LABELS: Partial<Record<RequestForAdmin["kind"], string>> = {
  claim: "Confirm",
  work: "Remove it from the profile",
};

interface Props {
  request: RequestForAdmin;
  fields: { field: string; label: string }[];
  answer: FormAnswer | undefined;
}

/** Renders the form for deciding about a request: the change, which the editor can correct, and a note to the person. */
export function DecisionForm({ request, fields, answer }: Props) {
  const { id, kind, status, field, present, proposed, expertUpdatedAt } = request;
  const valueProps = fieldProps(answer, "value");
  const isAdmin = useIsAdmin();
  const mail = useMailState();
  if (kind === "removal" && !isAdmin) return <Notice>Only an admin can decide about this request.</Notice>;
  return (
    <Form method="post" action={`/admin/requests/${id}`} className="max-w-form">
      <input type="hidden" name="expertUpdatedAt" value={expertUpdatedAt} />
      {kind === "error" && (
        <>
          <FieldFrame label="Field" name="field" required error={answer?.fieldErrors?.field}>
            <select id="field" name="field" className="w-full" defaultValue={typedText(answer, "field") || field}>
              <option value="">Choose…</option>
              {fields.map((choice) => (
                <option key={choice.field} value={choice.field}>
                  {choice.label}
                </option>
              ))}
            </select>
          </FieldFrame>
          <TextArea
            label="The corrected field"
            rows={6}
            required
            hint={
              present !== null && proposed === null
                ? "The quoted text was not found, so this is the whole field. In a list, each entry has its own line."
                : "You can change it before you apply it. In a list, each entry has its own line."
            }
            {...valueProps}
            name="value"
            defaultValue={valueProps.defaultValue || (proposed ?? present ?? "")}
          />
        </>
      )}
      <TextArea
        label="Note to the person"
        name="notes"
        rows={3}
        // A decided request can only be rejected, and a rejection needs a reason.
        required={status !== "open"}
        hint={MAIL_WORDS.decisionNote(mail)}
        {...fieldProps(answer, "notes")}
      />
      <RelistReason answer={answer} />
      <ComparedByHand answer={answer} />
      <SaveBar>
        {kind !== "removal" && status === "open" && (
          <Button type="submit" name="decision" value="apply">
            {APPLY_LABELS[kind] ?? "Apply"}
          </Button>
        )}
        <Button type="submit" quiet name="decision" value="reject" formNoValidate>
          Reject
        </Button>
        {kind === "removal" && (
          <ButtonLink quiet to={`/admin/requests/${id}/remove`}>
            Continue to the removal
          </ButtonLink>
        )}
      </SaveBar>
    </Form>
  );
}
