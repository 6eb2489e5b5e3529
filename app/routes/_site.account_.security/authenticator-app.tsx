import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { Factors } from "~/models/base/accounts/factors.server";

interface Props {
  totp: Factors["totp"];
  canChange: boolean;
}

/** Shows the authenticator app, with buttons to set it up or remove it. */
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
      {canChange && totp && (
        <ButtonLink quiet danger to="/account/security/remove">
          Remove the app
        </ButtonLink>
      )}
      {canChange && !totp && (
        <Form method="post" action="/account/security/app">
          <input type="hidden" name="intent" value="begin" />
          <SubmitButton quiet pending="Opening…">
            Set up an app
          </SubmitButton>
        </Form>
      )}
    </AccountSection>
  );
}
