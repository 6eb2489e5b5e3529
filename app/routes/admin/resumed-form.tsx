import { useLocation, useMatches, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { useAdminSide } from "~/components/admin/admin-pages";
import { CONFIRMED, formData, rememberFormAction, takeIntent } from "~/components/forms/intent";
import { Notice } from "~/components/ui/notice";
import { countAsSent } from "./unsaved-typing";

/** Sends the form that was interrupted by a new sign-in. */
export function ResumedForm() {
  const { pathname, search } = useLocation();
  const { state, formAction } = useNavigation();
  const submit = useSubmit();
  const person = usePerson();
  useEffect(() => {
    if (formAction) rememberFormAction(formAction);
  }, [formAction]);
  useEffect(() => {
    if (state !== "idle") return;
    const intent = takeIntent({ at: pathname + search, person, isForm: true });
    if (!intent) return;
    countAsSent(person, intent.action);
    submit(formData(intent.values), { method: "post", action: intent.action, replace: true });
  }, [state, pathname, search, person, submit]);
  return null;
}

function usePerson(): string {
  return useAdminSide()?.person ?? "";
}

/** Confirms that a record was restored from the trash, on whichever page follows. */
export function RestoredNotice() {
  const [searchParams] = useSearchParams();
  const { pathname } = useLocation();
  if (!searchParams.has("restored") || pathname.endsWith("/history")) return null;
  return <Notice role="status">The record was restored from the trash.</Notice>;
}

/** Tells what to do after a new sign-in that no form waited for, while that sign-in is recent. The pages' loaders answer `hasRecentSignIn`. */
export function ConfirmedNotice() {
  const [searchParams] = useSearchParams();
  const matches = useMatches();
  const hasRecentSignIn = matches.some(({ data }) => Object(data).hasRecentSignIn === true);
  if (!searchParams.has(CONFIRMED) || !hasRecentSignIn) return null;
  return (
    <Notice role="status">
      You have confirmed that it is you. What you wanted to do is not done yet: please press its button.
    </Notice>
  );
}
