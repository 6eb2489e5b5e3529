import type { Blocker } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Asks before something typed is left behind. */
export function UnsavedChangesDialog({ blocker }: { blocker: Blocker }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAsking = blocker.state === "blocked";
  useEffect(() => {
    if (isAsking) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isAsking]);
  return (
    <dialog ref={dialog} className="ask" aria-labelledby="leave" onClose={() => blocker.reset?.()}>
      <h2 id="leave">Leave without saving?</h2>
      <p>What you changed on this page would be lost.</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Stay
        </button>
        <button type="button" className="button danger" onClick={() => blocker.proceed?.()}>
          Leave
        </button>
      </p>
    </dialog>
  );
}
