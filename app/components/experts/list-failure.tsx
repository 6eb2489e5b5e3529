import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/layout/error-page";
import { Notice, RetryLink } from "~/components/ui/notice";

/** In place of a list that could not be fetched. A missing page keeps its own words. */
export function ListFailure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />;
  return (
    <Notice title="Failed to fetch experts">
      <p role="alert">The list could not be loaded. Check the connection and try again.</p>
      <RetryLink />
    </Notice>
  );
}
