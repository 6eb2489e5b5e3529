import { useMailState } from "~/components/layout/use-site";
import { buttonClass } from "~/components/ui/button";
import { Link } from "~/components/ui/link";

interface Props {
  /** The path of the page that is followed, with its query. */
  what: string;
  children?: string;
  /** True if it looks like the buttons beside it. */
  button?: boolean;
}

/** Links to the form for mail about news; shows nothing where the site sends no mail. */
export function FollowLink({ what, children = "Follow by mail", button = false }: Props) {
  if (!useMailState().isMailed) return null;
  const look = button ? buttonClass({ quiet: true }) : "underline";
  return (
    <Link className={look} to={`/follow?${new URLSearchParams({ what })}`} rel="nofollow">
      {children}
    </Link>
  );
}
