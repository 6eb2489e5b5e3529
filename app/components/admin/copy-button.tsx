import { useState } from "react";
import { Button } from "~/components/ui/button";
import { useToast } from "~/components/ui/toast";

interface Props {
  /** Returns the text to copy, or promises it if the server has to be asked first. */
  text: () => string | Promise<string>;
  children: string;
  /** The label for screen readers, which says what is copied. */
  label?: string;
  /** The notice after copying. */
  successNotice?: { title: string; description?: string };
  /** Advice when copying fails. */
  advice?: string;
}

const COPIED = { title: "Copied to the clipboard" };
const COPY_BY_HAND = "Please select the text and copy it.";

/** Copies a text to the clipboard. Hidden without scripts. */
export function CopyTextButton({ text, children, label, successNotice = COPIED, advice = COPY_BY_HAND }: Props) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    try {
      await writeToClipboard(text());
      setCopied(true);
      toast(successNotice);
    } catch {
      toast({ title: "Could not copy", description: advice, failure: true });
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

/** Writes to the clipboard at once, with a promise for a text that is not there yet: some browsers allow it only right after the click. */
async function writeToClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string" || typeof ClipboardItem === "undefined") {
    await navigator.clipboard.writeText(await text);
    return;
  }
  const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Copies the absolute address of a page or file of this site. `name` says what the address leads to. */
export function CopyUrlButton({ path, name }: { path: string; name: string }) {
  return (
    <CopyTextButton
      text={() => new URL(path, window.location.href).href}
      label={`Copy URL: ${name}`}
      successNotice={{ title: "URL copied", description: name }}
      advice="Please copy the address of the link instead."
    >
      Copy URL
    </CopyTextButton>
  );
}
