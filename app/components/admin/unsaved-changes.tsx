import { type Blocker, useActionData, useBlocker, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { Actions } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { DIALOG_CLASS, useDialog } from "./dialog";

/**
 * Asks before the reader leaves a changed form by a link, the Back button or by closing the tab. Opening a section of the same page
 * keeps the form, so it does not ask.
 *
 * @returns the blocker, whose state "blocked" means that the reader must be asked; and a function that says if the form was changed.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement>): { blocker: Blocker; isChanged: () => boolean } {
  const initialInputs = useRef("");
  const isSending = useNavigation().formMethod === "POST";
  const recordPages = useAdminSide()?.recordPages;
  // A form that came back with an answer, such as one more row, has the typed text in its HTML.
  const hasAnswer = useRef(useActionData() !== undefined);
  const isFormChanged = () =>
    form.current !== null && (hasAnswer.current || isChanged(form.current, initialInputs.current));
  const wouldLoseChanges = () => !isSending && isFormChanged();
  const latestCheck = useRef(wouldLoseChanges);
  latestCheck.current = wouldLoseChanges;
  useEffect(() => {
    if (form.current) initialInputs.current = inputsOf(form.current);
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (latestCheck.current()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [form]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      pageShownAt(currentLocation.pathname, recordPages) !== pageShownAt(nextLocation.pathname, recordPages) &&
      wouldLoseChanges(),
  );
  return { blocker, isChanged: isFormChanged };
}

/** Compares the form with the HTML of the page. */
function isChanged(form: HTMLFormElement, initialInputs: string): boolean {
  if (inputsOf(form) !== initialInputs) return true;
  return Array.from(form.elements).some((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
    if (element instanceof HTMLSelectElement) {
      const initialIndex = Array.from(element.options).findIndex(({ defaultSelected }) => defaultSelected);
      return element.selectedIndex !== Math.max(0, initialIndex);
    }
    if (!(element instanceof HTMLInputElement)) return false;
    return element.checked !== element.defaultChecked || element.value !== element.defaultValue;
  });
}

/** Returns the ids of the inputs in their order. They differ when rows were added, removed or moved. */
function inputsOf(form: HTMLFormElement): string {
  const inputs = Array.from(form.elements).filter((element) => !(element instanceof HTMLButtonElement));
  return inputs.map((element) => element.id).join(" ");
}

/** Asks whether to leave the page and lose the changes. */
export function UnsavedChangesDialog({ blocker }: { blocker: Blocker }) {
  const isAsking = blocker.state === "blocked";
  const dialog = useDialog(isAsking);
  return (
    <dialog ref={dialog} className={DIALOG_CLASS} aria-labelledby="leave" onClose={() => blocker.reset?.()}>
      <h2 id="leave">Leave without saving?</h2>
      <p>Your changes on this page would be lost.</p>
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
