import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { JumpLink } from "~/components/ui/jump-link";
import { Notice } from "~/components/ui/notice";
import { useToast } from "~/components/ui/toast";
import type { Refusal } from "~/http/form.server";

interface Props {
  refusal: Refusal | undefined;
  /** The title of the toast that says the same, e.g. "Sign In Failed". */
  title: string;
  /** Field names with their labels, so that each error can be followed to its field. */
  labels?: Record<string, string>;
}

/** What was refused, above the form: focused, announced, each line a link to its field; with scripts also a toast. */
export function FormErrors({ refusal, title, labels = {} }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const loaded = useRef(refusal);
  const toast = useToast();
  useEffect(() => {
    if (!refusal) return;
    toast({ title, description: refusal.message, failure: true });
    // It came with the page, which says itself where the focus is; meanwhile the reader may have gone on from there.
    if (refusal === loaded.current) return;
    const [first] = Object.keys(refusal.fieldErrors);
    const field = first ? document.getElementById(first) : null;
    (field ?? summary.current)?.focus();
  }, [refusal, title, toast]);

  if (!refusal) return null;
  const lines = Object.entries(refusal.fieldErrors).filter(([name]) => name in labels);
  const focus = { autoFocus: lines.length === 0 };
  return (
    <Notice tone="problem" role="alert" tabIndex={-1} ref={summary} {...focus}>
      <strong>{title}</strong>
      <p>{refusal.message}</p>
      {refusal.signedOut && <SignInAgain />}
      {refusal.mustConfirm && <ConfirmBeside />}
      {lines.length > 1 && (
        <ul>
          {lines.map(([name, message]) => (
            <li key={name}>
              <JumpLink to={name}>
                {labels[name]}
                {message !== refusal.message && `: ${message}`}
              </JumpLink>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** For a form that outlived the session. */
export function SignInAgain() {
  const isAdminPage = useLocation().pathname.startsWith("/admin");
  return (
    <p>
      Your session has ended, and what you typed is still here.{" "}
      <a href={isAdminPage ? "/login?returnTo=%2Fadmin" : "/login"} target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      , come back to this one, and send the form again.
    </p>
  );
}

/** For a form whose sign-in became too old while it was filled in. */
function ConfirmBeside() {
  return (
    <p>
      What you typed is still here.{" "}
      <a href="/account/security" target="_blank" rel="noopener">
        Confirm that it is you in a new tab
      </a>
      , come back to this one, and send the form again.
    </p>
  );
}
