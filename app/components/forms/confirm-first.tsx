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

/** In place of what takes a sign-in of the last ten minutes. `to` says what for, such as "make a key". */
export function ConfirmFirst({ to, returnTo }: { to: string; returnTo: string }) {
  return (
    <Panel className="my-4 max-w-measure">
      <p className="mb-4">To {to}, please confirm first that it is you: you signed in more than ten minutes ago.</p>
      <ConfirmLink returnTo={returnTo} />
    </Panel>
  );
}
