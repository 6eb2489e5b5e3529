import { useMailState } from "~/components/layout/use-site";
import { buttonClass } from "~/components/ui/button";
import { Link } from "~/components/ui/link";

interface Props {
  /** The path and query of the page to follow. */
  path: string;
  children?: string;
  /** True if it looks like a button. */
  button?: boolean;
}

/** Links to the form for following a page by mail. Shows nothing if the site sends no mail. */
export function FollowLink({ path, children = "Follow by mail", button = false }: Props) {
  if (!useMailState().isMailed) return null;
  const className = button ? buttonClass({ quiet: true }) : "underline";
  return (
    <Link className={className} to={`/follow?${new URLSearchParams({ what: path })}`} rel="nofollow">
      {children}
    </Link>
  );
}
