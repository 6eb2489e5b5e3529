import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Notice, RetryLink } from "~/components/ui/notice";
import { ErrorBoundary as RootError } from "~/root";

/** In place of a list that could not be fetched. A missing page keeps its own words. */
export function ListFailure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <RootError />;
  return (
    <Notice title="Failed to fetch experts">
      <p role="alert">The list could not be loaded. Check the connection and try again.</p>
      <RetryLink />
    </Notice>
  );
}
