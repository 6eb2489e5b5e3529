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

/** Returns the heading of the page. */
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
    if (viewer?.role === "editor") return <ForAdmins />;
    return <NoAccess message={error.data?.message ?? "Admin access required"} isSignedOut={error.status === 401} />;
  }
  if (!viewer || viewer.role === "user") return <ErrorPage />;
  return (
    <AdminFrame>
      <ErrorNotice />
    </AdminFrame>
  );
}

/** An editor stays in the admin pages: signing in again would lead back here. */
function ForAdmins() {
  return (
    <AdminFrame>
      <NoticePage title={ADMINS_ONLY}>
        <p role="alert">You are an editor. This page is for admins.</p>
        <ButtonLink to="/admin">Dashboard</ButtonLink>
      </NoticePage>
    </AdminFrame>
  );
}

const LEAVE_AFTER_MS = 2_000;

/** Says that the page is for admins and leads to sign-in, with and without scripts. */
function NoAccess({ message, isSignedOut }: { message: string; isSignedOut: boolean }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const site = useSite();
  // The person who was signed in at first may be signed out by now.
  const viewer = isSignedOut ? null : site?.viewer;
  const signIn = `/login?returnTo=${encodeURIComponent(pathname + search)}`;
  useEffect(() => {
    toast({ title: ADMINS_ONLY, description: message, failure: true });
    const timer = setTimeout(() => navigate(signIn), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [toast, navigate, message, signIn]);
  return (
    <main id="main" className="px-4">
      {/* In the page's body, where without scripts it counts as well. */}
      <noscript>
        <meta httpEquiv="refresh" content={`${LEAVE_AFTER_MS / 1_000};url=${signIn}`} />
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
            <ButtonLink to={signIn}>Sign In</ButtonLink>
          </>
        )}
      </NoticePage>
    </main>
  );
}
