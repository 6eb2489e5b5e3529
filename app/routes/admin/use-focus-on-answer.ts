import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Where what was pressed is gone with the answer to it, the focus goes to what the page says about it, else to its heading: the next
 * Tab leads on from there, to Undo. A page that was gone to has its heading in focus already, and a refusal is in focus itself.
 */
export function useFocusOnAnswer(): void {
  const { state, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const last = useRef({ isUnderway: false, isForm: false, pathname });
  useEffect(() => {
    const { isUnderway, isForm, pathname: before } = last.current;
    if (state !== "idle") {
      last.current = { isUnderway: true, isForm: isForm || formMethod === "POST", pathname };
      return;
    }
    last.current = { isUnderway: false, isForm: false, pathname };
    if (!isUnderway || before !== pathname) return;
    // An element that the answer hides or removes loses the focus with the next frame.
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
