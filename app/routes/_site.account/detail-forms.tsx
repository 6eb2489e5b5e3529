import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { FieldFrame } from "~/components/forms/field";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { NAME_LABELS, NameFields } from "~/components/forms/person-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { FREQUENCIES, FREQUENCY_LABELS, type Frequency } from "~/models/base/mail/waiting-mails";
import { MAIL_WORDS } from "~/models/base/text/mail-words";

interface WaitingMailProps {
  frequency: Frequency;
  /** True if the site sends mail. */
  isMailed: boolean;
  answer?: FormAnswer;
}

/** Asks editors and admins how often they want a mail about waiting work. */
export function WaitingMailForm({ frequency, isMailed, answer }: WaitingMailProps) {
  return (
    <AccountSection title="Mail about waiting work">
      <FormErrors refusal={refusalIn(answer)} title="Your choice was not saved" />
      <p className="mb-4" id="waiting-mail">
        {MAIL_WORDS.waitingMail({ isMailed })}
      </p>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="waitingMail" />
        <FieldFrame label="How often" name="waitingMail" required>
          <select id="waitingMail" name="waitingMail" className="w-full" defaultValue={frequency}>
            {FREQUENCIES.map((choice) => (
              <option key={choice} value={choice}>
                {FREQUENCY_LABELS[choice]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <SubmitButton pending="Saving…">Save choice</SubmitButton>
      </Form>
    </AccountSection>
  );
}

interface NameProps {
  account: { firstName: string; lastName: string };
  answer?: FormAnswer;
}

export function NameForm({ account, answer }: NameProps) {
  return (
    <AccountSection title="Name">
      <FormErrors refusal={refusalIn(answer)} title="Your name was not saved" labels={NAME_LABELS} />
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="name" />
        <NameFields answer={answer ?? { values: account }} />
        <SubmitButton pending="Saving…">Save name</SubmitButton>
      </Form>
    </AccountSection>
  );
}
