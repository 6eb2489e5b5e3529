import { useLocation, useNavigate, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { JumpLink } from "~/components/ui/jump-link";
import { Notice } from "~/components/ui/notice";
import { useToast } from "~/components/ui/toast";
import type { Refusal } from "~/http/form.server";
import { confirmAddress, keepIntent, lastFormAction } from "./intent";

interface Props {
  refusal: Refusal | undefined;
  /** The heading, such as "Sign In Failed". */
  title: string;
  /** Field names with their labels, so that each error can be followed to its field. */
  labels?: Record<string, string>;
}

/** Titles that the specification also wants in a toast. Others stand only in the form. */
const TOASTS = new Set([
  ..."Sign In,Registration,Request,Reset,Submission,Approval,Rejection,Update,Delete,Save & Approve,Publishing,Creation,Research,AI Enhancement,Reference Search,Generation"
    .split(",")
    .map((what) => `${what} Failed`),
  "Missing Information",
  "Missing Official Website",
  "Invalid URL",
  "Authentication Required",
]);

/** Shows the problems above the form: focused, announced, each line a link to its field. */
export function FormErrors({ refusal, title, labels = {} }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const loaded = useRef(refusal);
  const toast = useToast();
  useEffect(() => {
    if (!refusal) return;
    if (TOASTS.has(title)) toast({ title, description: refusal.message, failure: true, isInPage: true });
    // It came with the page, which says itself where the focus is; meanwhile the reader may have gone on from there.
    if (refusal === loaded.current) return;
    const [first] = Object.keys(refusal.fieldErrors);
    // On a page with several forms two fields may have one name.
    const form = summary.current?.closest("[data-own-fields]") ?? document;
    const field = first ? form.querySelector<HTMLElement>(`#${CSS.escape(first)}`) : null;
    const target = field ?? summary.current;
    target?.focus({ preventScroll: true });
    // A toast never covers the middle of the screen.
    target?.scrollIntoView({ block: "center" });
  }, [refusal, title, toast]);

  useEffect(() => (refusal ? forgetMended() : undefined), [refusal]);

  if (!refusal) return null;
  const lines = Object.entries(refusal.fieldErrors).filter(([name]) => name in labels);
  const focus = { autoFocus: lines.length === 0 };
  return (
    <Notice tone="problem" role="alert" tabIndex={-1} ref={summary} {...focus}>
      <strong>{title}</strong>
      <p>{refusal.message}</p>
      {refusal.signedOut && <SignInAgain />}
      {refusal.mustConfirm && <ConfirmBeside values={refusal.values} />}
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

/** Hides the problem of a field once the field is changed; the next refusal shows it again. */
function forgetMended(): () => void {
  const mended: [Element, HTMLElement][] = [];
  const onInput = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.hasAttribute("aria-invalid")) return;
    const id = target.getAttribute("aria-describedby")?.split(" ")[0];
    const error = id?.endsWith("-error") ? document.getElementById(id) : null;
    if (!error) return;
    mended.push([target, error]);
    target.removeAttribute("aria-invalid");
    error.hidden = true;
  };
  document.addEventListener("input", onInput);
  return () => {
    document.removeEventListener("input", onInput);
    for (const [field, error] of mended) {
      error.hidden = false;
      if (error.isConnected) field.setAttribute("aria-invalid", "true");
    }
  };
}

/** Offers to sign in again beside a form whose session has ended. */
export function SignInAgain() {
  const isAdminPage = useLocation().pathname.startsWith("/admin");
  return (
    <p>
      You are signed out, and what you typed is still here.{" "}
      <a href={isAdminPage ? "/login?returnTo=%2Fadmin" : "/login"} target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      , come back to this one, and send the form again.
    </p>
  );
}

/** Asks for a new sign-in where the present one is too old. On admin pages the form is sent again afterwards. */
function ConfirmBeside({ values }: { values: Refusal["values"] }) {
  const { pathname, search } = useLocation();
  const person = (useRouteLoaderData("routes/admin") as { person: string | null } | undefined)?.person;
  const navigate = useNavigate();
  useEffect(() => {
    if (!person) return;
    const at = pathname + search;
    if (keepIntent({ at, action: lastFormAction() || at, values, person })) navigate(confirmAddress(at));
  }, [person, pathname, search, values, navigate]);
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
