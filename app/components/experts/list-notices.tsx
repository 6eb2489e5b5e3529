import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/layout/error-page";
import { NoticePage, RetryLink } from "~/components/ui/notice";

/** In place of a list that could not be fetched. A missing page keeps its own words. */
export function ListFailure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />;
  return (
    <NoticePage title="Failed to fetch experts">
      <p role="alert">The list could not be loaded. Check the connection and try again.</p>
      <RetryLink />
    </NoticePage>
  );
}

/** Says that a misspelt name was read as another. */
export function SpellingCorrection({ corrected, search }: { corrected: string | null; search: string }) {
  if (!corrected) return null;
  return (
    <p className="mb-3">
      Nothing was found for “{search}”. Showing results for <strong>{corrected}</strong>.
    </p>
  );
}
