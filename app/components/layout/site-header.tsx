import { useLocation } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Mark } from "~/components/ui/mark";
import { safeReturnTo } from "~/http/return-to";
import { NEWSWIRE } from "~/subject/site";
import { FieldList } from "./category-list";
import { prefetchMode } from "./start-script";
import type { ShownSettings, Viewer } from "./use-site";

interface Props {
  site: ShownSettings;
  viewer: Viewer | null;
  /** True if visitors can sign in with Google. */
  hasGoogle: boolean;
}

/** Renders the bar at the top. On narrow screens its items are in a drawer. */
export function SiteHeader(props: Props) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex min-h-15 max-w-page items-center justify-between gap-4 px-gutter">
        <Link
          className="py-2.5 font-serif text-xl font-semibold text-ink hover:no-underline"
          to="/"
          prefetch={prefetchMode()}
        >
          <Mark />
          {props.site.siteName}
        </Link>
        <nav className="hidden items-center gap-5 lg:flex" aria-label="Main">
          <details className="menu fields-menu relative">
            <summary className="caret">Expert Directory</summary>
            <FieldList
              withAll
              className="absolute -left-4 z-5 w-70 rounded-lg border border-line bg-surface px-4 py-1.5 [box-shadow:var(--shadow-popover)]"
            />
          </details>
          <Items {...props} />
        </nav>
        <details className="menu group flex-none lg:hidden">
          {/* The summary that opened the drawer stays above it and closes it. */}
          <summary className="caret relative z-6">
            <span className="hidden whitespace-pre group-open:inline">Close </span>Menu
          </summary>
          <nav
            className="fixed inset-y-0 right-0 z-5 flex w-[min(20rem,88vw)] flex-col items-start overflow-y-auto border-l border-line bg-surface px-5 pt-16 pb-8 [box-shadow:var(--shadow-veil)]"
            aria-label="Menu"
          >
            <p className="font-serif font-semibold">Expert Directory</p>
            <FieldList withAll className="mb-3 border-l-2 border-line pl-3" />
            <Items {...props} />
          </nav>
        </details>
      </div>
    </header>
  );
}

function Items({ site, viewer, hasGoogle }: Props) {
  return (
    <>
      {site.newswireUrl && (
        <a href={site.newswireUrl} rel="noopener">
          {NEWSWIRE}
        </a>
      )}
      <Link to="/articles">Articles</Link>
      <Link to="/submit">Submit Expert</Link>
      {viewer && viewer.role !== "user" && <Link to="/admin">Admin</Link>}
      {viewer ? (
        <>
          <Link
            className="lg:max-w-48 lg:overflow-hidden lg:text-ellipsis lg:whitespace-nowrap"
            dir="auto"
            to="/account"
          >
            {viewer.firstName || "User"}
          </Link>
          <form method="post" action="/logout">
            <button type="submit">Sign Out</button>
          </form>
        </>
      ) : (
        <>
          <SignIn hasGoogle={hasGoogle} />
          <ButtonLink small className="max-lg:mt-2" to="/login?mode=register">
            Sign Up
          </ButtonLink>
        </>
      )}
    </>
  );
}

/** Links to the sign-in with Google if it is set up, otherwise to the form. Both return to this page. */
function SignIn({ hasGoogle }: { hasGoogle: boolean }) {
  const { pathname, search } = useLocation();
  const returnTo = ENTRY_PAGES.test(pathname)
    ? safeReturnTo(new URLSearchParams(search).get("returnTo"))
    : pathname + search;
  const query = returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo })}`;
  return hasGoogle ? <a href={`/api/auth/google${query}`}>Sign In</a> : <Link to={`/login${query}`}>Sign In</Link>;
}

/** Pages to which a sign-in does not return; some have a secret in their address. */
const ENTRY_PAGES = /^\/(login|auth|forgot-password|reset-password|verify-email|setup)\/?$|^\/account\//;
