import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Panel } from "~/components/ui/panel";
import { CONFIRMED } from "./intent";

/** Links to the page where somebody signs in again, which then returns to `returnTo`. Admin pages then tell to press the button. */
export function ConfirmLink({ returnTo, quiet }: { returnTo: string; quiet?: boolean }) {
  const nextAddress = returnTo.startsWith("/admin")
    ? `${returnTo}${returnTo.includes("?") ? "&" : "?"}${CONFIRMED}`
    : returnTo;
  return (
    <ButtonLink quiet={quiet} to={`/account/security?${new URLSearchParams({ returnTo: nextAddress })}`}>
      Confirm that it is you
    </ButtonLink>
  );
}

/** Replaces a form that needs a sign-in of the last ten minutes. `action` names the action, such as "make a key". */
export function ConfirmFirst({
  action,
  returnTo,
  children,
}: {
  action: string;
  returnTo: string;
  children?: ReactNode;
}) {
  return (
    <>
      {/* With scripts the form is sent, and carried out after the new sign-in. */}
      {children && <div className="hidden script:block">{children}</div>}
      <Panel className={`my-4 max-w-measure ${children ? "script:hidden" : ""}`}>
        <p className="mb-4">
          You signed in more than ten minutes ago. To {action}, please confirm first that it is you.
        </p>
        <ConfirmLink returnTo={returnTo} />
      </Panel>
    </>
  );
}

/**
 * Renders a button that needs a recent sign-in. Otherwise scripts send it after a new sign-in; without scripts a link leads
 * there first.
 */
export function RecentSignInButton({
  hasRecentSignIn,
  returnTo,
  children,
}: {
  hasRecentSignIn: boolean;
  returnTo: string;
  children: ReactNode;
}) {
  if (hasRecentSignIn) return children;
  return (
    <>
      <span className="hidden script:block">{children}</span>
      <span className="script:hidden">
        <ConfirmLink returnTo={returnTo} />
      </span>
    </>
  );
}
