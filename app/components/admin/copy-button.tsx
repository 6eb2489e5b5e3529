import { useState } from "react";
import { Button } from "~/components/ui/button";
import { useToast } from "~/components/ui/toast";

interface Props {
  /** Gives what is copied; may have to ask for it first. */
  text: () => string | Promise<string>;
  children: string;
  /** A label for screen readers, which says what is copied. */
  label?: string;
  /** The notice after copying. */
  done?: { title: string; description?: string };
  /** Advice when copying fails. */
  instead?: string;
}

const DONE = { title: "Copied to the clipboard" };
const INSTEAD = "Please select the text and copy it.";

/** Puts a text on the clipboard. Only scripts can; without them it is not shown. */
export function CopyTextButton({ text, children, label, done = DONE, instead = INSTEAD }: Props) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    try {
      await toClipboard(text());
      setCopied(true);
      toast(done);
    } catch {
      toast({ title: "Could not copy", description: instead, failure: true });
    }
  };
  return (
    <Button
      type="button"
      quiet
      small
      className="noscript:hidden"
      onClick={copy}
      data-live=""
      aria-label={isCopied ? undefined : label}
    >
      {isCopied ? "Copied" : children}
    </Button>
  );
}

/** A text that is still on its way is promised: some browsers allow writing only at once after the click. */
async function toClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string" || typeof ClipboardItem === "undefined") {
    await navigator.clipboard.writeText(await text);
    return;
  }
  const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Puts the whole address of something on this site on the clipboard; `of` says what it leads to. */
export function CopyUrlButton({ path, of }: { path: string; of: string }) {
  return (
    <CopyTextButton
      text={() => new URL(path, window.location.href).href}
      label={`Copy URL: ${of}`}
      done={{ title: "URL copied", description: of }}
      instead="Please copy the address of the link instead."
    >
      Copy URL
    </CopyTextButton>
  );
}
