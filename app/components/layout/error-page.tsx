import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage, RetryLink } from "~/components/ui/notice";
import { problemTitle } from "./problem-title";
import { SiteFrame } from "./site-frame";

/** Renders the page of an error boundary. */
export function ErrorPage() {
  return (
    <SiteFrame>
      <ErrorNotice />
    </SiteFrame>
  );
}

/** Says what happened, with a link to continue. */
export function ErrorNotice() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) {
    return (
      <NoticePage title={problemTitle(error)}>
        <p>{error.data?.message ?? "There is nothing at this address. It may have been moved or mistyped."}</p>
        <ButtonLink href="/">Return to the home page</ButtonLink>
      </NoticePage>
    );
  }
  return (
    <NoticePage title={problemTitle(error)}>
      <p>This page could not be loaded. The fault is ours, not yours. Please try again in a moment.</p>
      <RetryLink />
    </NoticePage>
  );
}
