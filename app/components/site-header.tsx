import { Link, useLocation } from "@remix-run/react";
import { categories } from "~/models/categories";
import type { SiteSettings } from "~/models/settings.server";
import { safeReturnTo } from "~/return-to";
import type { Viewer } from "~/root";

interface Props {
  site: SiteSettings;
  viewer: Viewer | null;
  /** Whether visitors can sign in with Google. */
  google: boolean;
}

/**
 * The bar at the top; on narrow screens its items are in a drawer at the side. Links that discover nothing weigh less:
 * see `ExpertCard`.
 */
export function SiteHeader(props: Props) {
  return (
    <header className="site-header">
      <div className="bar">
        <Link discover="none" className="logo" to="/" prefetch="intent">
          {props.site.siteName}
        </Link>
        <nav className="wide" aria-label="Main">
          <details className="menu fields-menu">
            <summary>Expert Directory</summary>
            <ul>
              <FieldLinks />
            </ul>
          </details>
          <Items {...props} />
        </nav>
        <details className="menu drawer">
          <summary>Menu</summary>
          <nav aria-label="Menu">
            <p>Expert Directory</p>
            <ul>
              <FieldLinks />
            </ul>
            <Items {...props} />
          </nav>
        </details>
      </div>
    </header>
  );
}

function FieldLinks() {
  return (
    <>
      <li>
        <Link discover="none" to="/directory">
          All Experts
        </Link>
      </li>
      {categories.map(({ slug, label }) => (
        <li key={slug}>
          <Link discover="none" to={`/directory/${slug}`}>
            {label}
          </Link>
        </li>
      ))}
    </>
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
      <Link discover="none" to="/submit">
        Submit Expert
      </Link>
      {viewer?.role === "admin" && (
        <Link discover="none" to="/admin">
          Admin
        </Link>
      )}
      {viewer ? (
        <>
          <Link discover="none" className="viewer" to="/account">
            {viewer.firstName || "User"}
          </Link>
          <form method="post" action="/logout">
            <button type="submit">Sign Out</button>
          </form>
        </>
      ) : (
        <>
          <SignIn google={google} />
          <Link discover="none" className="button small" to="/login?mode=register">
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
  return google ? (
    <a href={`/api/auth/google${query}`}>Sign In</a>
  ) : (
    <Link discover="none" to={`/login${query}`}>
      Sign In
    </Link>
  );
}

/** Nobody wants to come back to these; some hold a secret in their address. */
const ENTRY = /^\/(login|auth|forgot-password|reset-password|verify-email|setup)\/?$|^\/account\//;
