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
  /** The labels of the fields, for the links to the fields with errors. */
  labels?: Record<string, string>;
}

/** The titles that the specification also shows in a toast. */
const TOASTS = new Set([
  ..."Sign In,Registration,Request,Reset,Submission,Approval,Rejection,Update,Delete,Save & Approve,Publishing,Creation,Research,AI Enhancement,Reference Search,Generation"
    .split(",")
    .map((action) => `${action} Failed`),
  "Missing Information",
  "Missing Official Website",
  "Invalid URL",
  "Authentication Required",
]);

/** Shows a refusal above the form. It is focused and announced, and links to each field with an error. */
export function FormErrors({ refusal, title, labels = {} }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const initialRefusal = useRef(refusal);
  const toast = useToast();
  useEffect(() => {
    if (!refusal) return;
    if (TOASTS.has(title)) toast({ title, description: refusal.message, failure: true, isInPage: true });
    // A refusal that came with the page has set autofocus; the reader may have moved on meanwhile.
    if (refusal === initialRefusal.current) return;
    const [firstField] = Object.keys(refusal.fieldErrors);
    // On a page with several forms, two fields may have the same id.
    const form = summary.current?.closest("[data-own-fields]") ?? document;
    const field = firstField ? form.querySelector<HTMLElement>(`#${CSS.escape(firstField)}`) : null;
    const target = field ?? summary.current;
    target?.focus({ preventScroll: true });
    // A toast never covers the middle of the screen.
    target?.scrollIntoView({ block: "center" });
  }, [refusal, title, toast]);

  useEffect(() => (refusal ? hideErrorsOnInput() : undefined), [refusal]);

  if (!refusal) return null;
  const lines = Object.entries(refusal.fieldErrors).filter(([name]) => name in labels);
  const focus = { autoFocus: lines.length === 0 };
  return (
    <Notice tone="problem" role="alert" tabIndex={-1} ref={summary} {...focus}>
      <strong>{title}</strong>
      <p>{refusal.message}</p>
      {refusal.signedOut && <SignInAgain />}
      {refusal.mustConfirm && <ConfirmInNewTab values={refusal.values} />}
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

/** Hides the error of a field when its text changes. Returns a function that shows the errors again. */
function hideErrorsOnInput(): () => void {
  const hiddenErrors: [Element, HTMLElement][] = [];
  const onInput = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.hasAttribute("aria-invalid")) return;
    const id = target.getAttribute("aria-describedby")?.split(" ")[0];
    const error = id?.endsWith("-error") ? document.getElementById(id) : null;
    if (!error) return;
    hiddenErrors.push([target, error]);
    target.removeAttribute("aria-invalid");
    error.hidden = true;
  };
  document.addEventListener("input", onInput);
  return () => {
    document.removeEventListener("input", onInput);
    for (const [field, error] of hiddenErrors) {
      error.hidden = false;
      if (error.isConnected) field.setAttribute("aria-invalid", "true");
    }
  };
}

/** Asks for a new sign-in in another tab, because the session has ended. */
export function SignInAgain() {
  const isAdminPage = useLocation().pathname.startsWith("/admin");
  return (
    <p>
      You are signed out, but your text is still here.{" "}
      <a href={isAdminPage ? "/login?returnTo=%2Fadmin" : "/login"} target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      , return to this tab, and send the form again.
    </p>
  );
}
/** Asks for a new sign-in, because the current one is too old. On admin pages the form is sent again afterwards. */
function ConfirmInNewTab({ values }: { values: Refusal["values"] }) {
  const { pathname, search } = useLocation();
  const person = (useRouteLoaderData("routes/admin") as { person: string | null } | undefined)?.person;
  const navigate = useNavigate();
  useEffect(() => {
    if (!person) return;
    const address = pathname + search;
    if (keepIntent({ at: address, action: lastFormAction() || address, values, person }))
      navigate(confirmAddress(address));
  }, [person, pathname, search, values, navigate]);
  return (
    <p>
      Your text is still here.{" "}
      <a href="/account/security" target="_blank" rel="noopener">
        Confirm that it is you in a new tab
      </a>
      , return to this tab, and send the form again.
    </p>
  );
}
