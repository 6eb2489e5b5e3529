import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call, failureReason } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";

interface Props {
  name: string;
  isFeatured: boolean;
  /** The path of the JSON call that takes `{ featured }`. */
  path: string;
  /** The address that the form posts to without scripts. */
  action: string;
  /** The page that the form leads back to without scripts. */
  returnTo: string;
  /** Shows a star in place of a switch. */
  isStar?: boolean;
}

export function FeaturedSwitch({ name, isFeatured, path, action, returnTo, isStar = false }: Props) {
  const [wantedState, setWantedState] = useState<boolean | null>(null);
  const revalidator = useRevalidator();
  const toast = useToast();
  // Clicks during a call wait for its end; then the last of them is sent.
  const latestState = useRef(isFeatured);
  const isSending = useRef(false);
  useEffect(() => {
    if (wantedState === isFeatured) setWantedState(null);
  }, [wantedState, isFeatured]);
  const isShownFeatured = wantedState ?? isFeatured;

  const send = async () => {
    isSending.current = true;
    let sentState: boolean | undefined;
    try {
      while (sentState !== latestState.current) {
        sentState = latestState.current;
        await call(path, { method: "PATCH", body: { featured: sentState } });
      }
      revalidator.revalidate();
    } catch (error) {
      setWantedState(null);
      toast({ title: "Update Failed", description: failureReason(error), failure: true });
    }
    isSending.current = false;
  };
  const toggle = (event: FormEvent) => {
    event.preventDefault();
    setWantedState(!isShownFeatured);
    latestState.current = !isShownFeatured;
    if (!isSending.current) send();
  };
  return (
    <form method="post" action={action} onSubmit={toggle}>
      <input type="hidden" name="featured" value={String(!isShownFeatured)} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <button
        type="submit"
        className={isStar ? STAR_CLASS : KNOB_CLASS}
        aria-pressed={isShownFeatured}
        aria-label={`Featured: ${name}`}
      >
        <span
          aria-hidden="true"
          className={
            isStar
              ? undefined
              : "block size-5 rounded-full bg-edge in-aria-pressed:ml-auto in-aria-pressed:bg-on-accent"
          }
        >
          {isStar && (isShownFeatured ? "★" : "☆")}
        </span>
      </button>
    </form>
  );
}

/** The star shows its state by shape, by colour, and by aria-pressed. */
const STAR_CLASS =
  "min-h-11 min-w-11 md:min-h-7 md:min-w-9 cursor-pointer text-2xl leading-none text-muted aria-pressed:text-gold";
const KNOB_CLASS =
  "h-7 w-12 cursor-pointer rounded-full border border-edge bg-paper p-1 aria-pressed:border-accent aria-pressed:bg-accent";
