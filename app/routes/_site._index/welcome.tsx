import { FollowLink } from "~/components/follows/follow-link";
import { useMailState } from "~/components/layout/use-site";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";

interface Props {
  /** The reader, if the account is new; otherwise null. */
  newcomer: { name: string; unconfirmed: string | null } | null;
}

/** Suggests next steps after a registration. */
export function Welcome({ newcomer }: Props) {
  const { isMailed } = useMailState();
  if (!newcomer) return null;
  return (
    <Notice as="section" className="mt-5" aria-labelledby="welcome">
      <h2 id="welcome">Your account is ready</h2>
      <ul className="list-disc pl-5">
        {newcomer.unconfirmed && isMailed && (
          <li>Confirm your address: open the link in the mail that we sent to {newcomer.unconfirmed}.</li>
        )}
        <li>
          <Link to="/submit">Suggest an expert</Link> who is missing here.
        </li>
        <li>
          Are you listed?{" "}
          <Link to={`/directory?${new URLSearchParams({ search: newcomer.name })}`}>Look for your name</Link>, and claim
          the profile with the link on it.
        </li>
        {isMailed && (
          <li>
            <FollowLink path="/directory">Follow the directory by mail</FollowLink>.
          </li>
        )}
      </ul>
    </Notice>
  );
}
