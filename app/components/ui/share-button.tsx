import { useState } from "react";
import { Button } from "~/components/ui/button";
import { useToast } from "./toast";

export function ShareButton({
  name,
  title,
  page = "Profile",
}: {
  name: string;
  title: string;
  page?: "Profile" | "Article";
}) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();
  const share = async () => {
    const url = window.location.href;
    try {
      if (navigator.share) return await navigator.share({ title: name, text: title, url });
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast({ title: "Link copied", description: `The address of this ${page.toLowerCase()} is on the clipboard.` });
    } catch (error) {
      console.info("Could not share.", error);
    }
  };
  return (
    <Button
      type="button"
      quiet
      className="noscript:hidden"
      onClick={share}
      data-live=""
      data-tip="Shares or copies the address of this page"
    >
      Share {page}
      <span className="sr-only" role="status">
        {isCopied ? "Link copied" : ""}
      </span>
    </Button>
  );
}
