import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { FieldFrame } from "~/components/forms/field";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { FREQUENCIES, FREQUENCY_LABELS, type Frequency } from "~/models/site/waiting-mails";

interface Props {
  frequency: Frequency;
  /** Whether mails are sent at all. */
  isMailed: boolean;
  answer?: FormAnswer;
}

/** For editors and admins: how often a mail says what waits. */
export function WaitingMailForm({ frequency, isMailed, answer }: Props) {
  return (
    <AccountSection title="Mail about what waits">
      <FormErrors refusal={refusalIn(answer)} title="Your choice was not saved" />
      <p className="mb-4" id="waiting-mail">
        {isMailed
          ? "A mail to your confirmed address says how many submissions and requests wait for a decision."
          : "Mail is not configured (SMTP_URL), so nothing is sent. Your choice counts as soon as it is."}
      </p>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="waitingMail" />
        <FieldFrame label="How often" name="waitingMail" required>
          <select id="waitingMail" name="waitingMail" className="w-full" defaultValue={frequency}>
            {FREQUENCIES.map((one) => (
              <option key={one} value={one}>
                {FREQUENCY_LABELS[one]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <SubmitButton pending="Saving…">Save choice</SubmitButton>
      </Form>
    </AccountSection>
  );
}
