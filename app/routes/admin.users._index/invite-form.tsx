import { Form } from "@remix-run/react";
import { LinkSummary } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Field, FieldFrame, FieldPair } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { SubmitButton } from "~/components/forms/submit-button";
import { useEmptiedForm } from "~/components/forms/use-emptied-form";
import { Panel } from "~/components/ui/panel";
import { ROLE_LABELS, ROLE_MEANINGS, ROLES } from "~/models/base/accounts/roles";

interface Props {
  /** The refusal of an invitation, with the typed values. */
  answer: FormAnswer | undefined;
  isMailed: boolean;
}

/** Renders the form that creates an account. Its owner chooses a password with a link. */
export function InviteForm({ answer, isMailed }: Props) {
  const form = useEmptiedForm((data) => data.get("intent") === "invite", answer);
  return (
    <details open={answer !== undefined} className="mb-4">
      <LinkSummary className="inline-block text-accent">Invite somebody</LinkSummary>
      <Panel className="mt-2 mb-0 max-w-measure">
        <Form ref={form} method="post" action="/admin/users?index">
          <input type="hidden" name="intent" value="invite" />
          <FieldPair>
            <Field
              label="First name"
              autoComplete="off"
              required
              name="firstName"
              {...fieldProps(answer, "firstName")}
            />
            <Field label="Last name" autoComplete="off" required name="lastName" {...fieldProps(answer, "lastName")} />
          </FieldPair>
          <FieldPair>
            <Field
              label="Email"
              type="email"
              autoComplete="off"
              required
              name="email"
              {...fieldProps(answer, "email")}
            />
            <FieldFrame label="Role" name="role" required error={answer?.fieldErrors?.role}>
              <select id="role" name="role" className="w-full" defaultValue={typedText(answer, "role") || "user"}>
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {ROLE_LABELS[role]}: {ROLE_MEANINGS[role]}
                  </option>
                ))}
              </select>
            </FieldFrame>
          </FieldPair>
          <Hint className="mb-3">
            {isMailed
              ? "The person gets a mail with a link to choose a password. The link works for a week."
              : "Mail is not configured (SMTP_URL), so no mail is sent. You will find the link under Mail and can pass it on."}
          </Hint>
          <SubmitButton pending="Inviting…">{isMailed ? "Send the invitation" : "Create the invitation"}</SubmitButton>
        </Form>
      </Panel>
    </details>
  );
}
