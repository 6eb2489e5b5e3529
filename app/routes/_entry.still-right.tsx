import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import {
  confirmByLink,
  endYearlyMail,
  profileAskedAbout,
  profileOfYearlyMail,
} from "~/models/editing/claims/still-right.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Opens the link of the yearly mail: it asks whether a profile is still right, and whether such a mail comes again. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    if (searchParams.has("right")) return { is: "right" as const };
    if (searchParams.has("ended")) return { is: "ended" as const };
    const end = searchParams.get("end");
    if (end !== null) return { is: "ending" as const, token: end, name: (await profileOfYearlyMail(end)).name };
    const token = searchParams.get("token") ?? "";
    const { name, slug } = await profileAskedAbout(token);
    return { is: "asked" as const, token, name, slug };
  });
}

/** By whichever of the two links it was opened; a GET changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  return form(request, async ({ token }): Promise<Response> => {
    if (!new URL(request.url).searchParams.has("end")) {
      await confirmByLink(token);
      return redirect("/still-right?right", 303);
    }
    await endYearlyMail(String(token));
    return redirect("/still-right?ended", 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Still right?", matches);

export default function StillRight() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (shown.is === "right" || shown.is === "ended") {
    return (
      <NoticePage narrow title="Thank You">
        <p>
          {shown.is === "right"
            ? "Readers now see that you confirmed it today."
            : "We do not ask you by mail any more. On the page of your profile you can ask for it again."}
        </p>
        <ButtonLink to="/">Home</ButtonLink>
      </NoticePage>
    );
  }
  const { token, name } = shown;
  if (shown.is === "ending") {
    return (
      <>
        <EntryHeading
          title="No more such mail?"
          lead={`Once a year we ask whether the profile of ${name} is still right.`}
        />
        <EntryForm answer={answer} failure="Not Changed" token={token} button="Do Not Ask Me" pending="Ending…" />
      </>
    );
  }
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
        <ButtonLink quiet to={`/my-profile/${shown.slug}/edit`}>
          Change something
        </ButtonLink>
      </AfterForm>
    </>
  );
}
