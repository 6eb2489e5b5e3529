import { useCallback, useEffect, useState } from "react";
import { ApiError, call } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import { FormErrors } from "./form-errors";

type Options = Parameters<typeof import("@simplewebauthn/browser").startAuthentication>[0]["optionsJSON"];

interface Props {
  returnTo: string;
  /** At the second step the browser offers the passkeys of that account only. */
  isSecondStep?: boolean;
}

/** Signs in with a passkey; without scripts there is no such button. On the sign-in page browsers also offer passkeys at the field. */
export function PasskeySignIn({ returnTo, isSecondStep = false }: Props) {
  const [refusal, setRefusal] = useState<Refusal>();
  const signIn = useCallback(
    async (useBrowserAutofill: boolean) => {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const optionsJSON = await call<Options>(`/api/auth/passkey${isSecondStep ? "?step" : ""}`);
      const body = await startAuthentication({ optionsJSON, useBrowserAutofill });
      await call("/api/auth/passkey", { method: "POST", body });
      // A full load, because everything depends on who is signed in.
      window.location.assign(returnTo);
    },
    [isSecondStep, returnTo],
  );
  useEffect(() => {
    if (isSecondStep) return;
    const browser = import("@simplewebauthn/browser");
    const offer = () =>
      browser
        .then(({ browserSupportsWebAuthnAutofill }) => browserSupportsWebAuthnAutofill())
        .then((isOffered) => (isOffered ? signIn(true) : undefined))
        .catch((error) => error instanceof ApiError && setRefusal(refusalOf(error)));
    const cancel = () => void browser.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    const offerAgain = ({ persisted }: PageTransitionEvent) => void (persisted && offer());
    offer();
    // Browsers keep no page for Back while it waits for a passkey.
    addEventListener("pagehide", cancel);
    addEventListener("pageshow", offerAgain);
    return () => {
      removeEventListener("pagehide", cancel);
      removeEventListener("pageshow", offerAgain);
      cancel();
    };
  }, [isSecondStep, signIn]);
  return (
    <>
      <FormErrors refusal={refusal} title="Sign In Failed" />
      <Button
        type="button"
        quiet
        className="w-full noscript:hidden"
        data-live=""
        onClick={() => signIn(false).catch((error) => setRefusal(refusalOf(error)))}
      >
        Use a passkey
      </Button>
    </>
  );
}

/** Explains a failure of a passkey in plain words, because browsers speak to programmers. */
export function refusalOf(error: unknown): Refusal {
  const reason = error instanceof ApiError ? error.reason : "";
  const message =
    reason || "No passkey was used. You may have cancelled, waited too long, or have no passkey on this device.";
  return { message, fieldErrors: {}, values: {} };
}
