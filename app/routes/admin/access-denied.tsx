import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from "@remix-run/react";
import { useEffect } from "react";

import { ErrorPage } from "~/components/layout/error-page";
import { useSite } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice-page";

import { useToast } from "~/components/ui/toast";

/** Who may not be here is told so and sent to sign in after 2 s (admin-side.md §6, row EM06), with and without scripts. */
export function AdminErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
    return <NoAccess message={error.data?.message ?? "Admin access required"} />;
  }
  return <ErrorPage />;
}

function NoAccess({ message }: { message: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const viewer = useSite()?.viewer;
  const signIn = `/login?returnTo=${encodeURIComponent(pathname + search)}`;
  useEffect(() => {
    toast({ title: "Admin Access Required", description: message, failure: true });
    const timer = setTimeout(() => navigate(signIn), 2_000);
    return () => clearTimeout(timer);
  }, [toast, navigate, message, signIn]);
  return (
    <main id="main">
      {/* In the page's body, where without scripts it counts as well. */}
      <noscript>
        <meta httpEquiv="refresh" content={`2;url=${signIn}`} />
      </noscript>
      <NoticePage title="Admin Access Required">
        {viewer ? (
          <>
            <p role="alert">
              {message}. You are signed in as {viewer.firstName || "User"}, who is not an admin.
            </p>
            <ButtonLink to="/">Return to the home page</ButtonLink>
          </>
        ) : (
          <>
            <p role="alert">{message}. Sign in as an admin to go on.</p>
            <ButtonLink to={signIn}>Sign In</ButtonLink>
          </>
        )}
      </NoticePage>
    </main>
  );
}
