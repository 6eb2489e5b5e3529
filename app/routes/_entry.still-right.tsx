import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { confirmByLink, profileAskedAbout } from "~/models/claims/still-right.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Where the yearly mail leads: whether a profile is still right. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    if (searchParams.has("right")) return null;
    const token = searchParams.get("token") ?? "";
    const { name, slug } = await profileAskedAbout(token);
    return { token, name, slug };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return form(request, async ({ token }): Promise<Response> => {
    await confirmByLink(token);
    return redirect("/still-right?right", 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Still right?", matches);

export default function StillRight() {
  const asked = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (!asked) {
    return (
      <NoticePage narrow title="Thank You">
        <p>Readers now see that you confirmed it today.</p>
        <ButtonLink to="/">Home</ButtonLink>
      </NoticePage>
    );
  }
  const { token, name, slug } = asked;
  return (
    <>
      <EntryHeading
        title="Still right?"
        lead={
          <>
            Is all of it right on the profile of <bdi>{name}</bdi>?
          </>
        }
      />
      <EntryForm
        answer={answer}
        failure="Not Confirmed"
        token={token}
        button="Yes, All of It Is Right"
        pending="Confirming…"
      />
      <AfterForm>
        <ButtonLink quiet to={`/my-profile/${slug}/edit`}>
          Change something
        </ButtonLink>
      </AfterForm>
    </>
  );
}
