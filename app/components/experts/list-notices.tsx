import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Fragment } from "react";
import { ErrorPage } from "~/components/layout/error-page";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { NoticePage, RetryLink } from "~/components/ui/notice";
import { EmptyState } from "~/components/ui/page-header";
import { listAddress } from "~/models/experts/list-address";

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

interface SearchProps {
  search: string;
  corrected: string | null;
  leftOut?: string[];
}

/** Says how what was found differs from what was typed. */
export function SearchNotices({ search, corrected, leftOut }: SearchProps) {
  return (
    <>
      {corrected && (
        <p className="mb-3">
          Nothing was found for “{search}”. Showing results for <strong>{corrected}</strong>.
        </p>
      )}
      {leftOut && (
        <p className="mb-3">
          Nobody matches all of that. These people match most of it, but none of them has{" "}
          {leftOut.length > 1 && "all of "}
          {leftOut.map((words, place) => (
            <Fragment key={words}>
              {place > 0 && ", "}
              <strong>{words}</strong>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

/** In place of a list that found nobody: what to change, and only then whom to suggest. */
export function NobodyFound({ search, nearby = [], path }: { search: string; nearby?: string[]; path: string }) {
  return (
    <EmptyState>
      <p>No experts found matching your criteria.</p>
      {nearby.length > 0 && (
        <p>
          Did you mean{" "}
          {nearby.map((word, place) => (
            <Fragment key={word}>
              {place > 0 && ", "}
              <Link className="underline" to={listAddress(path, { search: word })}>
                {word}
              </Link>
            </Fragment>
          ))}
          ?
        </p>
      )}
      {search && (
        <p>
          Try fewer or more general words, the name of a place or an institution, or one of the{" "}
          <Link className="underline" to="/topics">
            topics
          </Link>
          .
        </p>
      )}
      <ButtonLink quiet to={path}>
        Clear Filters
      </ButtonLink>
      <p>Know an expert who should be in our directory?</p>
      <ButtonLink to="/submit">Submit Expert for Review</ButtonLink>
    </EmptyState>
  );
}
