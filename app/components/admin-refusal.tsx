import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { ErrorBoundary as RootError } from "~/root";
import { Statement } from "./statement";
import { useToast } from "./toast";

/** Who may not be here is told so and sent to sign in after 2 s (admin-side.md §6); without scripts by the link. */
export function AdminRefusal() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
    return <NoAccess message={error.data?.message ?? "Admin access required"} />;
  }
  return <RootError />;
}

function NoAccess({ message }: { message: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const signIn = `/login?returnTo=${encodeURIComponent(pathname + search)}`;
  useEffect(() => {
    toast({ title: "Admin Access Required", description: message, failure: true });
    const timer = setTimeout(() => navigate(signIn), 2_000);
    return () => clearTimeout(timer);
  }, [toast, navigate, message, signIn]);
  return (
    <main id="main">
      <Statement title="Admin Access Required">
        <p role="alert">{message}. Sign in as an admin to go on.</p>
        <Link className="button" to={signIn}>
          Sign In
        </Link>
      </Statement>
    </main>
  );
}
