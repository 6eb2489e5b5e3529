import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import type { FormAnswer } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { confirmMailProof, findMailProof } from "~/models/editing/claims/prove.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the claim of the link in a mail, and confirms it. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const user = await requireReader(request);
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const { name } = await findMailProof(user, token);
    return { token, name };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return form(request, async ({ token }): Promise<Response> => {
    const { slug } = await confirmMailProof(await requireUser(request), token);
    return redirect(`/${slug}/claim`, 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Claim this profile", matches);

export default function ClaimLink() {
  const { token, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <EntryHeading
        title="Claim this profile"
        lead={
          <>
            Confirm that the profile of <bdi>{name}</bdi> is about you.
          </>
        }
      />
      <EntryForm
        answer={answer}
        failure="Confirmation Failed"
        token={token}
        button="Yes, It Is Me"
        pending="Confirming…"
      />
    </>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
