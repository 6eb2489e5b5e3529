import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { SignedOut } from "~/components/forms/signed-out";
import { ErrorNotice, ErrorPage } from "~/components/layout/error-page";
import { problemTitle } from "~/components/layout/problem-title";
import { useSite } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { useToast } from "~/components/ui/toast";
import { AdminFrame } from "./frame";

const ADMINS_ONLY = "Admin Access Required";

/** Returns the title of the error page. */
export function deniedTitle(error: unknown): string {
  const isDenied = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  return isDenied ? ADMINS_ONLY : problemTitle(error);
}

export function AdminErrorBoundary() {
  const error = useRouteError();
  const viewer = useSite()?.viewer;
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
    if (error.data?.signedOut)
      return (
        <main id="main" className="px-4">
          <SignedOut values={error.data.values} />
        </main>
      );
    if (viewer?.role === "editor") return <AdminsOnlyNotice />;
    return <NoAccess message={error.data?.message ?? "Admin access required"} isSignedOut={error.status === 401} />;
  }
  if (!viewer || viewer.role === "user") return <ErrorPage />;
  return (
    <AdminFrame>
      <ErrorNotice />
    </AdminFrame>
  );
}

/** Tells an editor that the page is for admins. It does not lead to the sign-in, which would return here. */
function AdminsOnlyNotice() {
  return (
    <AdminFrame>
      <NoticePage title={ADMINS_ONLY}>
        <p role="alert">You are an editor. This page is for admins.</p>
        <ButtonLink to="/admin">Dashboard</ButtonLink>
      </NoticePage>
    </AdminFrame>
  );
}

const REDIRECT_MS = 2_000;

/** Says that the page is for admins and opens the sign-in page, with and without scripts. */
function NoAccess({ message, isSignedOut }: { message: string; isSignedOut: boolean }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const site = useSite();
  // The layout may still have a viewer who has been signed out meanwhile.
  const viewer = isSignedOut ? null : site?.viewer;
  const signInAddress = `/login?returnTo=${encodeURIComponent(pathname + search)}`;
  useEffect(() => {
    toast({ title: ADMINS_ONLY, description: message, failure: true });
    const timer = setTimeout(() => navigate(signInAddress), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [toast, navigate, message, signInAddress]);
  return (
    <main id="main" className="px-4">
      {/* The element also works in the body of a page without scripts. */}
      <noscript>
        <meta httpEquiv="refresh" content={`${REDIRECT_MS / 1_000};url=${signInAddress}`} />
      </noscript>
      <NoticePage title={ADMINS_ONLY}>
        {viewer ? (
          <>
            <p role="alert">
              {message}. You are signed in as {viewer.firstName || "User"}, who is not an admin.
            </p>
            <ButtonLink to="/">Return to the home page</ButtonLink>
          </>
        ) : (
          <>
            <p role="alert">{message}. Sign in as an admin to continue.</p>
            <ButtonLink to={signInAddress}>Sign In</ButtonLink>
          </>
        )}
      </NoticePage>
    </main>
  );
}
