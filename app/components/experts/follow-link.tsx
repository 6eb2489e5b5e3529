import { useSite } from "~/components/layout/use-site";
import { Link } from "~/components/ui/link";

interface Props {
  /** The path of the page that is followed, with its query. */
  what: string;
  children?: string;
}

/** Where mail about what is new is asked for; nothing where the site sends no mail. */
export function FollowLink({ what, children = "Follow by mail" }: Props) {
  if (!useSite()?.follows) return null;
  return (
    <Link className="underline" to={`/follow?${new URLSearchParams({ what })}`} rel="nofollow">
      {children}
    </Link>
  );
}
