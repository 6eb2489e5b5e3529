import { useLocation, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { useAdminSide } from "~/components/admin/admin-pages";
import { formData, noteForm, takeIntent } from "~/components/forms/intent";
import { Notice } from "~/components/ui/notice";

/** Sends what was pressed before somebody had to confirm that it is them. */
export function Resumed() {
  const { pathname, search } = useLocation();
  const { state, formAction } = useNavigation();
  const submit = useSubmit();
  const person = usePerson();
  useEffect(() => {
    if (formAction) noteForm(formAction);
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

/** After something came out of the trash, wherever that leads. */
export function Restored() {
  const [searchParams] = useSearchParams();
  const { pathname } = useLocation();
  if (!searchParams.has("restored") || pathname.endsWith("/history")) return null;
  return <Notice role="status">It was restored, and is back where it was.</Notice>;
}
