import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call, failureReason } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";

interface Props {
  name: string;
  featured: boolean;
  /** The call that takes `{ featured }`. */
  path: string;
  /** The address that the form posts to without scripts. */
  action: string;
  /** The page that follows without scripts. */
  returnTo: string;
  /** A star in place of a switch. */
  star?: boolean;
}

export function FeaturedSwitch({ name, featured, path, action, returnTo, star = false }: Props) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const revalidator = useRevalidator();
  const toast = useToast();
  // A click while a call runs is sent after it, and of several the last.
  const latest = useRef(featured);
  const isSending = useRef(false);
  useEffect(() => {
    if (wanted === featured) setWanted(null);
  }, [wanted, featured]);
  const shown = wanted ?? featured;

  const send = async () => {
    isSending.current = true;
    let sent: boolean | undefined;
    try {
      while (sent !== latest.current) {
        sent = latest.current;
        await call(path, { method: "PATCH", body: { featured: sent } });
      }
      revalidator.revalidate();
    } catch (error) {
      setWanted(null);
      toast({ title: "Update Failed", description: failureReason(error), failure: true });
    }
    isSending.current = false;
  };
  const flip = (event: FormEvent) => {
    event.preventDefault();
    setWanted(!shown);
    latest.current = !shown;
    if (!isSending.current) send();
  };
  return (
    <form method="post" action={action} onSubmit={flip}>
      <input type="hidden" name="featured" value={String(!shown)} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <button type="submit" className={star ? STAR : KNOB} aria-pressed={shown} aria-label={`Featured: ${name}`}>
        <span
          aria-hidden="true"
          className={
            star ? undefined : "block size-5 rounded-full bg-edge in-aria-pressed:ml-auto in-aria-pressed:bg-on-accent"
          }
        >
          {star && (shown ? "★" : "☆")}
        </span>
      </button>
    </form>
  );
}

/** It says what it is by its shape, by its colour, and to screen readers. */
const STAR =
  "min-h-11 min-w-11 md:min-h-7 md:min-w-9 cursor-pointer text-2xl leading-none text-muted aria-pressed:text-gold";
const KNOB =
  "h-7 w-12 cursor-pointer rounded-full border border-edge bg-paper p-1 aria-pressed:border-accent aria-pressed:bg-accent";
