import { useLocation, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { useAdminSide } from "~/components/admin/admin-pages";
import { formData, rememberFormAction, takeIntent } from "~/components/forms/intent";
import { Notice } from "~/components/ui/notice";

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
    if (intent) submit(formData(intent.values), { method: "post", action: intent.action, replace: true });
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
