import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { RecoveryCodes } from "~/components/forms/recovery-codes";
import { SubmitButton } from "~/components/forms/submit-button";

interface Props {
  left: number;
  /** New ones, to be kept now. */
  codes: string[] | null;
  /** Without a second factor there is nothing to recover. */
  isOffered: boolean;
  canChange: boolean;
}

export function RecoveryCodeSection({ left, codes, isOffered, canChange }: Props) {
  return (
    <AccountSection title="Recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <p className="mb-4">
          {isOffered
            ? `${left} of 10 codes are left. Each signs you in once when a phone or passkey is lost.`
            : "You get ten with your first second factor, for when a phone or passkey is lost."}
        </p>
      )}
      {isOffered && canChange && (
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
