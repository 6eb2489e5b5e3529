import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the notice of an answer, or to the heading, if the pressed control disappeared with the answer. The next Tab then
 * leads on from there, for example to Undo. After a navigation the heading has the focus already, and a refusal focuses itself.
 */
export function useFocusOnAnswer(): void {
  const { state, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const lastState = useRef({ isUnderway: false, isForm: false, pathname });
  useEffect(() => {
    const { isUnderway, isForm, pathname: formerPathname } = lastState.current;
    if (state !== "idle") {
      lastState.current = { isUnderway: true, isForm: isForm || formMethod === "POST", pathname };
      return;
    }
    lastState.current = { isUnderway: false, isForm: false, pathname };
    if (!isUnderway || formerPathname !== pathname) return;
    // A hidden or removed element loses the focus only in the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => focusOnAnswer(isForm));
    });
    return () => cancelAnimationFrame(frame);
  }, [state, formMethod, pathname]);
}

function focusOnAnswer(isForm: boolean): void {
  if ((document.activeElement ?? document.body) !== document.body) return;
  const notice = document.querySelector<HTMLElement>("main [data-tone]");
  const target = notice ?? (isForm ? document.querySelector<HTMLElement>("h1") : null);
  target?.setAttribute("tabindex", "-1");
  target?.focus({ preventScroll: target !== notice });
}
