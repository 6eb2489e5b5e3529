import { type Blocker, useBlocker, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { Actions } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { DIALOG, useDialog } from "./dialog";

/**
 * Keeps a form that was changed and not saved from being left unasked: by a link, by Back, by closing the tab. A section that opens
 * in the same page leaves the form as it is.
 *
 * @returns the blocker; while its state is "blocked", ask the reader. And whether the form differs from what the page came with.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement>): { blocker: Blocker; isChanged: () => boolean } {
  const start = useRef("");
  const isSending = useNavigation().formMethod === "POST";
  const recordPages = useAdminSide()?.recordPages;
  const isTyped = () => form.current !== null && isChanged(form.current, start.current);
  const changed = () => !isSending && isTyped();
  const latest = useRef(changed);
  latest.current = changed;
  useEffect(() => {
    if (form.current) start.current = inputsOf(form.current);
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [form]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      pageShownAt(currentLocation.pathname, recordPages) !== pageShownAt(nextLocation.pathname, recordPages) &&
      changed(),
  );
  return { blocker, isChanged: isTyped };
}

/** Compared with what the page came with, so that what was typed before the scripts ran counts too. */
function isChanged(form: HTMLFormElement, start: string): boolean {
  if (inputsOf(form) !== start) return true;
  return Array.from(form.elements).some((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
    if (!(element instanceof HTMLInputElement)) return false;
    return element.checked !== element.defaultChecked || element.value !== element.defaultValue;
  });
}

/** Which inputs there are, in order: rows come, go and move. */
function inputsOf(form: HTMLFormElement): string {
  const inputs = Array.from(form.elements).filter((element) => !(element instanceof HTMLButtonElement));
  return inputs.map((element) => element.id).join(" ");
}

/** Asks before something typed is left behind. */
export function UnsavedChangesDialog({ blocker }: { blocker: Blocker }) {
  const isAsking = blocker.state === "blocked";
  const dialog = useDialog(isAsking);
  return (
    <dialog ref={dialog} className={DIALOG} aria-labelledby="leave" onClose={() => blocker.reset?.()}>
      <h2 id="leave">Leave without saving?</h2>
      <p>What you changed on this page would be lost.</p>
      <Actions className="mt-4 justify-end">
        <Button type="button" onClick={() => dialog.current?.close()}>
          Stay
        </Button>
        <Button type="button" quiet danger onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </Actions>
    </dialog>
  );
}
