import { useLocation } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { safeReturnTo } from "~/http/return-to";
import type { SiteSettings } from "~/models/site/settings.server";
import { FieldList } from "./category-list";
import { onIntent } from "./start-script";
import type { Viewer } from "./use-site";

interface Props {
  site: SiteSettings;
  viewer: Viewer | null;
  /** Whether visitors can sign in with Google. */
  google: boolean;
}

/** The bar at the top; on narrow screens its items are in a drawer at the side. */
export function SiteHeader(props: Props) {
  return (
    <header className="site-header">
      <div className="bar">
        <Link className="logo" to="/" prefetch={onIntent()}>
          {props.site.siteName}
        </Link>
        <nav className="wide" aria-label="Main">
          <details className="menu fields-menu">
            <summary>Expert Directory</summary>
            <FieldList withAll />
          </details>
          <Items {...props} />
        </nav>
        <details className="menu drawer">
          <summary>Menu</summary>
          <nav aria-label="Menu">
            <p>Expert Directory</p>
            <FieldList withAll />
            <Items {...props} />
          </nav>
        </details>
      </div>
    </header>
  );
}

function Items({ site, viewer, google }: Props) {
  return (
    <>
      {site.newswireUrl && (
        <a href={site.newswireUrl} rel="noopener">
          Longevity Newswire
        </a>
      )}
      <Link to="/submit">Submit Expert</Link>
      {viewer?.role === "admin" && <Link to="/admin">Admin</Link>}
      {viewer ? (
        <>
          <Link className="viewer" to="/account">
            {viewer.firstName || "User"}
          </Link>
          <form method="post" action="/logout">
            <button type="submit">Sign Out</button>
          </form>
        </>
      ) : (
        <>
          <SignIn google={google} />
          <Link className="button small" to="/login?mode=register">
            Sign Up
          </Link>
        </>
      )}
    </>
  );
}

/** To Google where that is set up, else to the form (decision D4), and from there back to this page (public-side.md §4). */
function SignIn({ google }: { google: boolean }) {
  const { pathname, search } = useLocation();
  const returnTo = ENTRY.test(pathname) ? safeReturnTo(new URLSearchParams(search).get("returnTo")) : pathname + search;
  const query = returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo })}`;
  return google ? <a href={`/api/auth/google${query}`}>Sign In</a> : <Link to={`/login${query}`}>Sign In</Link>;
}

/** Nobody wants to come back to these; some hold a secret in their address. */
const ENTRY = /^\/(login|auth|forgot-password|reset-password|verify-email|setup)\/?$|^\/account\//;
