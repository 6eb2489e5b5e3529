import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { AccountSection } from "~/components/forms/account-section";
import { Field } from "~/components/forms/field";
import { FormErrors } from "~/components/forms/form-errors";
import { refusalOf } from "~/components/forms/passkey-sign-in";
import { RecoveryCodes } from "~/components/forms/recovery-codes";
import { call } from "~/components/ui/api-client";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import type { Factors } from "~/models/base/accounts/factors.server";

interface Props {
  passkeys: Factors["passkeys"];
  canChange: boolean;
  /** True if browsers can create passkeys for the address of this site. */
  canHave: boolean;
}

export function Passkeys({ passkeys, canChange, canHave }: Props) {
  return (
    <AccountSection title="Passkeys">
      <p className="mb-4">
        A passkey signs you in without a password, with your fingerprint, face or PIN. Your device or password manager
        stores it.
      </p>
      <ul className="mb-4">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id} className="flex items-center justify-between gap-4 pb-3">
            <div>
              <strong>{name}</strong>
              <p className="text-sm text-muted">
                Added on <ShortDate time={createdAt} />
                {lastUsedAt && (
                  <>
                    , last used on <ShortDate time={lastUsedAt} />
                  </>
                )}
              </p>
            </div>
            {canChange && (
              <ButtonLink quiet danger small to={`/account/security/remove?passkey=${id}`}>
                Remove<span className="sr-only"> {name}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {!canHave && (
        <p className="text-sm text-muted">
          Browsers create passkeys only for sites with a domain name and https. The operator of this site has to set its
          address.
        </p>
      )}
      {canHave && canChange && <NewPasskey />}
    </AccountSection>
  );
}

type Options = Parameters<typeof import("@simplewebauthn/browser").startRegistration>[0]["optionsJSON"];

/** Adds a passkey. Only scripts can do this. */
function NewPasskey() {
  const [refusal, setRefusal] = useState<Refusal>();
  const [addedPasskey, setAddedPasskey] = useState<{ name: string; codes: string[] }>();
  const { revalidate } = useRevalidator();
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name"));
    try {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const optionsJSON = await call<Options>("/api/account/passkeys");
      const answer = await startRegistration({ optionsJSON });
      const body = { name, answer, transports: answer.response.transports };
      const { recoveryCodes } = await call<{ recoveryCodes: string[] }>("/api/account/passkeys", {
        method: "POST",
        body,
      });
      setAddedPasskey({ name, codes: recoveryCodes });
      setRefusal(undefined);
      form.reset();
    } catch (error) {
      setRefusal(refusalOf(error));
    }
    revalidate();
  };
  return (
    <>
      <p className="text-sm text-muted script:hidden">Adding a passkey needs scripts, which are off in this browser.</p>
      <FormErrors refusal={refusal} title="No Passkey Added" />
      <div role="status">
        {addedPasskey && <Notice>The passkey was added. All your other devices were signed out.</Notice>}
      </div>
      {addedPasskey && addedPasskey.codes.length > 0 && <RecoveryCodes codes={addedPasskey.codes} />}
      <form className="noscript:hidden" onSubmit={add}>
        <Field label="Name of the passkey" name="name" maxLength={60} hint="For yourself, such as “Laptop”." />
        <Button type="submit" quiet data-live="">
          Add a passkey
        </Button>
      </form>
    </>
  );
}
