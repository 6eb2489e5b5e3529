import { Form } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { SignInAgain } from "~/components/forms/form-errors";
import { ApiError, call, failureReason } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { useToast } from "~/components/ui/toast";
import { ALT_LENGTH } from "~/models/records/images/rules";

interface Props {
  image: { id: string; name: string; alt: string };
  /** The page that follows without scripts; with scripts the page does not change. */
  returnTo: string;
}

/** Sends the form on Enter, because the text has one line; the field wraps it only to show all of it. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Renders a form for the alternative text of an image. */
export function ImageAltForm({ image, returnTo }: Props) {
  const [state, setState] = useState<"" | "Saving…" | "Saved">("");
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [shownAlt, setShownAlt] = useState(image.alt);
  const [conflict, setConflict] = useState("");
  const toast = useToast();
  // Enter during a call waits for its end; then the latest text is sent.
  const latestAlt = useRef(image.alt);
  const isSending = useRef(false);
  const path = `/api/admin/images/${image.id}`;
  const showTheirs = async (error: ApiError) => {
    const { alt } = await call<{ alt: string }>(path).catch(() => ({ alt: shownAlt }));
    setShownAlt(alt);
    setConflict(`${error.reason} Theirs: “${alt}”. To replace it, please press Save again.`);
  };
  const send = async () => {
    isSending.current = true;
    let storedAlt = shownAlt;
    let sentAlt: string | undefined;
    try {
      while (sentAlt !== latestAlt.current) {
        sentAlt = latestAlt.current;
        const body = { alt: sentAlt, shownAlt: storedAlt };
        storedAlt = (await call<{ alt: string }>(path, { method: "PATCH", body })).alt;
        setShownAlt(storedAlt);
      }
      // Typing empties the state, because the new text is not saved.
      setState((currentState) => currentState && "Saved");
      isSending.current = false;
    } catch (error) {
      isSending.current = false;
      setState("");
      if (error instanceof ApiError && error.status === 409) await showTheirs(error);
      else if (error instanceof ApiError && error.status === 401) setIsSignedOut(true);
      else toast({ title: "Update Failed", description: failureReason(error), failure: true });
    }
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    latestAlt.current = String(new FormData(event.currentTarget).get("alt"));
    setState("Saving…");
    setIsSignedOut(false);
    setConflict("");
    if (!isSending.current) send();
  };
  return (
    <Form
      method="post"
      action={`/admin/images/${image.id}`}
      className="flex w-full flex-wrap items-start gap-1.5"
      onSubmit={save}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="shownAlt" value={shownAlt} />
      <textarea
        name="alt"
        rows={1}
        className="field-sizing-content min-h-9! w-full min-w-0 flex-[1_1_12rem] resize-none px-2! py-1!"
        defaultValue={image.alt}
        maxLength={ALT_LENGTH}
        placeholder="What does the image show?"
        aria-label={`Alternative text of ${image.name}`}
        autoComplete="off"
        onInput={() => setState("")}
        onKeyDown={saveOnEnter}
      />
      <Button type="submit" quiet small aria-label={`Save the alternative text of ${image.name}`}>
        Save
      </Button>
      <span role="status">{state}</span>
      {conflict && (
        <Notice tone="problem" role="alert" className="w-full" dir="auto">
          {conflict}
        </Notice>
      )}
      {isSignedOut && (
        <Notice tone="problem" role="alert" className="w-full">
          <SignInAgain />
        </Notice>
      )}
    </Form>
  );
}
