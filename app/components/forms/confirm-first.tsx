import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Panel } from "~/components/ui/panel";

/** The button to where somebody whose sign-in is too old confirms that it is them, and comes back to `returnTo`. */
export function ConfirmLink({ returnTo, quiet }: { returnTo: string; quiet?: boolean }) {
  return (
    <ButtonLink quiet={quiet} to={`/account/security?${new URLSearchParams({ returnTo })}`}>
      Confirm that it is you
    </ButtonLink>
  );
}

/** Replaces a form that needs a sign-in of the last ten minutes. `to` names the action, such as "make a key". */
export function ConfirmFirst({ to, returnTo, children }: { to: string; returnTo: string; children?: ReactNode }) {
  return (
    <>
      {/* With scripts it is sent, and done once somebody has confirmed. */}
      {children && <div className="hidden script:block">{children}</div>}
      <Panel className={`my-4 max-w-measure ${children ? "script:hidden" : ""}`}>
        <p className="mb-4">To {to}, please confirm first that it is you: you signed in more than ten minutes ago.</p>
        <ConfirmLink returnTo={returnTo} />
      </Panel>
    </>
  );
}

/** A button that takes a recent sign-in. Without one, scripts send it once somebody has confirmed; others are led there first. */
export function PowerfulButton({
  isRecent,
  returnTo,
  children,
}: {
  isRecent: boolean;
  returnTo: string;
  children: ReactNode;
}) {
  if (isRecent) return children;
  return (
    <>
      <span className="hidden script:block">{children}</span>
      <span className="script:hidden">
        <ConfirmLink returnTo={returnTo} />
      </span>
    </>
  );
}
