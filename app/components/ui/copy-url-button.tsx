import { useState } from "react";
import { useToast } from "./toast";

/** Puts the whole address of something on this site on the clipboard. Only scripts can; without them it is not shown. */
export function CopyUrlButton({
  path,
  of,
}: {
  path: string /** What it leads to, for those who hear the button alone. */;
  of: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.href).href);
      setCopied(true);
      toast({ title: "URL copied", description: of });
    } catch {
      toast({
        title: "Copying did not work",
        description: "Please copy the address of the link instead.",
        failure: true,
      });
    }
  };
  return (
    <button
      type="button"
      className="button quiet small scripted"
      onClick={copy}
      data-live=""
      aria-label={`Copy URL: ${of}`}
    >
      {isCopied ? "Copied" : "Copy URL"}
    </button>
  );
}
