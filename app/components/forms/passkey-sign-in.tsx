import { useCallback, useEffect, useState } from "react";
import { ApiError, call } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import { FormErrors } from "./form-errors";

type Options = Parameters<typeof import("@simplewebauthn/browser").startAuthentication>[0]["optionsJSON"];

interface Props {
  returnTo: string;
  /** True at the second step of a sign-in, which offers only the passkeys of that account. */
  isSecondStep?: boolean;
}

/** Signs in with a passkey; hidden without scripts. On the sign-in page browsers also offer passkeys in the email field. */
export function PasskeySignIn({ returnTo, isSecondStep = false }: Props) {
  const [refusal, setRefusal] = useState<Refusal>();
  const loadOptions = useCallback(
    () => call<Options>(`/api/auth/passkey${isSecondStep ? "?step" : ""}`),
    [isSecondStep],
  );
  const signIn = useCallback(
    async (optionsJSON: Options, useBrowserAutofill: boolean) => {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const body = await startAuthentication({ optionsJSON, useBrowserAutofill });
      await call("/api/auth/passkey", { method: "POST", body });
      // A full load, because everything depends on who is signed in.
      window.location.assign(returnTo);
    },
    [returnTo],
  );
  useEffect(() => {
    if (isSecondStep) return;
    const browser = import("@simplewebauthn/browser");
    const offerPasskeys = () =>
      browser
        .then(({ browserSupportsWebAuthnAutofill }) => browserSupportsWebAuthnAutofill())
        // Nobody pressed anything yet, so a failure to load the options is not shown.
        .then((isOffered) => (isOffered ? loadOptions().catch(() => undefined) : undefined))
        .then((options) => (options ? signIn(options, true) : undefined))
        .catch((error) => error instanceof ApiError && setRefusal(refusalOf(error)));
    const cancel = () => void browser.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    const offerAgain = ({ persisted }: PageTransitionEvent) => void (persisted && offerPasskeys());
    offerPasskeys();
    // A page that waits for a passkey is not kept in the back-forward cache.
    addEventListener("pagehide", cancel);
    addEventListener("pageshow", offerAgain);
    return () => {
      removeEventListener("pagehide", cancel);
      removeEventListener("pageshow", offerAgain);
      cancel();
    };
  }, [isSecondStep, loadOptions, signIn]);
  return (
    <>
      <FormErrors refusal={refusal} title="Sign In Failed" />
      <Button
        type="button"
        quiet
        className="w-full noscript:hidden"
        data-live=""
        onClick={() =>
          loadOptions()
            .then((options) => signIn(options, false))
            .catch((error) => setRefusal(refusalOf(error)))
        }
      >
        Use a passkey
      </Button>
    </>
  );
}

/** Returns a readable message for a failed passkey, because the browser's messages are technical. */
export function refusalOf(error: unknown): Refusal {
  const reason = error instanceof ApiError ? error.reason : "";
  const message =
    reason || "No passkey was used. You may have cancelled, waited too long, or have no passkey on this device.";
  return { message, fieldErrors: {}, values: {} };
}
