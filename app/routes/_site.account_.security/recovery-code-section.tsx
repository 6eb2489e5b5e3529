import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { RecoveryCodes } from "~/components/forms/recovery-codes";
import { SubmitButton } from "~/components/forms/submit-button";

interface Props {
  codesLeft: number;
  /** New codes, which are shown only once. */
  codes: string[] | null;
  hasSecondFactor: boolean;
  canChange: boolean;
}

export function RecoveryCodeSection({ codesLeft, codes, hasSecondFactor, canChange }: Props) {
  return (
    <AccountSection title="Recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <p className="mb-4">
          {hasSecondFactor
            ? `${codesLeft} of 10 codes are left. If you lose your phone or passkey, each signs you in once.`
            : "You get ten codes when you set up an app or passkey. They sign you in if you lose your phone or passkey."}
        </p>
      )}
      {hasSecondFactor && canChange && (
        <Form method="post">
          <input type="hidden" name="intent" value="codes" />
          <SubmitButton quiet pending="Replacing…">
            Replace the codes
          </SubmitButton>
        </Form>
      )}
    </AccountSection>
  );
}
