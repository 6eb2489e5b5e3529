import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { NAME_LABELS, NameFields } from "~/components/forms/person-fields";
import { SubmitButton } from "~/components/forms/submit-button";

interface Props {
  account: { firstName: string; lastName: string };
  answer?: FormAnswer;
}

export function NameForm({ account, answer }: Props) {
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
