import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { RECEIVED } from "~/models/submissions/fields";

const CHANGE_RECEIVED = "Thank you for improving this profile. We'll review your change and get back to you soon.";

export function SubmitReceived({ statusLabel, isChange }: { statusLabel: string; isChange: boolean }) {
  // The address did not change enough for the page's own care of the focus.
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, []);
  return (
    <NoticePage title={isChange ? "Change Received!" : "Submission Received!"}>
      <p>{isChange ? CHANGE_RECEIVED : RECEIVED}</p>
      <p>
        Status: <strong>{statusLabel}</strong>. You can follow it among{" "}
        <Link to="/my-submissions">your submissions</Link>.
      </p>
      <ButtonLink to="/">Return to Directory</ButtonLink>
    </NoticePage>
  );
}
