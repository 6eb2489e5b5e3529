import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { NoticePage, RetryLink } from "~/components/ui/notice-page";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { useSite } from "./use-site";

/** The page of an error boundary: what happened, and where to go next. */
export function ErrorPage() {
  const error = useRouteError();
  const site = useSite();
  return (
    <>
      {site && <SiteHeader site={site.site} viewer={site.viewer} google={site.google} />}
      <main id="main">
        {isRouteErrorResponse(error) && error.status < 500 ? (
          <NoticePage title={error.status === 404 ? "404 Page Not Found" : "This cannot be done"}>
            <p>{error.data?.message ?? "There is nothing at this address. It may have been moved or mistyped."}</p>
            <a className="button" href="/">
              Return to the home page
            </a>
          </NoticePage>
        ) : (
          <NoticePage title="Something went wrong">
            <p>This page could not be made. It is our fault, not yours; please try again in a moment.</p>
            <RetryLink />
          </NoticePage>
        )}
      </main>
      {site && <SiteFooter site={site.site} viewer={site.viewer} scheme={site.scheme} light={site.light} />}
    </>
  );
}
