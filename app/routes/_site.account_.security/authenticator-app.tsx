import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { SubmitButton } from "~/components/forms/submit-button";
import { ShortDate } from "~/components/ui/dates";
import type { Factors } from "~/models/accounts/factors.server";

interface Props {
  totp: Factors["totp"];
  canChange: boolean;
}

/** The app's page sets it up and removes it. */
export function AuthenticatorApp({ totp, canChange }: Props) {
  return (
    <AccountSection title="Authenticator app">
      {totp ? (
        <p className="mb-4">
          Set up on <ShortDate time={totp.confirmedAt} />,{" "}
          {totp.lastUsedAt ? (
            <>
              last used on <ShortDate time={totp.lastUsedAt} />
            </>
          ) : (
            "not used to sign in yet"
          )}
          .
        </p>
      ) : (
        <p className="mb-4">
          Not set up. An app such as Aegis, 2FAS or Google Authenticator shows six digits, which you type after your
          password.
        </p>
      )}
      {canChange && (
        <Form method="post" action="/account/security/app">
          <input type="hidden" name="intent" value={totp ? "remove" : "begin"} />
          <SubmitButton quiet danger={totp !== null} pending={totp ? "Removing…" : "Beginning…"}>
            {totp ? "Remove the app" : "Set up an app"}
          </SubmitButton>
        </Form>
      )}
    </AccountSection>
  );
}
