import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireVisitor, returnToOf } from "~/auth/guards.server";
import { AfterForm, EntryHeading } from "~/components/forms/entry-form";
import { GoogleButton } from "~/components/forms/google-button";
import { Notice } from "~/components/ui/notice";
import { googleIsConfigured } from "~/env.server";
import { unlistedMeta } from "~/http/page-meta";
import { withReturnTo } from "~/http/return-to";

/** Shows the sign-in with Google only. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor(request);
  return { returnTo: returnToOf(request), google: googleIsConfigured };
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Sign In with Google", matches);

export default function Auth() {
  const { returnTo, google } = useLoaderData<typeof loader>();
  return (
    <>
      <EntryHeading title="Sign in with Google" lead="Sign in with your Google account to access admin features" />
      {google ? (
        <GoogleButton returnTo={returnTo}>Sign in with Google</GoogleButton>
      ) : (
        <Notice>Sign-in with Google is not set up on this site. Please use your email and password.</Notice>
      )}
      <AfterForm>
        <Link to={withReturnTo("/login", returnTo)}>Sign in with your email and password</Link>
      </AfterForm>
    </>
  );
}
