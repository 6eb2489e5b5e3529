import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { Notice } from "~/components/ui/notice";
import { RECEIVED } from "~/models/submissions/fields";

/** Thanks, and what happens next (public-side.md §2). */
export function SubmitReceived({ statusLabel }: { statusLabel: string }) {
  // The address did not change enough for the page's own care of the focus.
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, []);
  return (
    <Notice title="Submission Received!">
      <p>{RECEIVED}</p>
      <p>
        Status: <strong>{statusLabel}</strong>. You can follow it among{" "}
        <Link to="/my-submissions">your submissions</Link>.
      </p>
      <Link className="button" to="/">
        Return to Directory
      </Link>
    </Notice>
  );
}
