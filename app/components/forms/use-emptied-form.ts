import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Empties a form once it was sent and accepted. The next page has the same form, so the browser would keep what was typed.
 *
 * @param isOwn Tells this form from others that are sent to the same address, by what it sends.
 * @param refusal The refusal of this form, which keeps its fields.
 */
export function useEmptiedForm(isOwn: (data: FormData) => boolean, refusal: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const { formMethod, formData, state } = useNavigation();
  const isSending = formMethod === "POST" && formData !== undefined && isOwn(formData);
  const wasSending = useRef(false);
  useEffect(() => {
    if (state !== "idle") {
      wasSending.current ||= isSending;
      return;
    }
    if (wasSending.current && !refusal) form.current?.reset();
    wasSending.current = false;
  }, [state, isSending, refusal]);
  return form;
}
