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

/** Shows the pages behind the two links of the yearly mail: confirming a profile, and stopping that mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    if (searchParams.has("right")) return { is: "right" as const };
    if (searchParams.has("ended")) return { is: "ended" as const };
    const endToken = searchParams.get("end");
    if (endToken !== null)
      return { is: "ending" as const, token: endToken, name: (await profileOfYearlyMail(endToken)).name };
    const token = searchParams.get("token") ?? "";
    const { name, slug } = await profileAskedAbout(token);
    return { is: "asked" as const, token, name, slug };
  });
}

/** Confirms the profile, or stops the mail if the address has `?end`. A GET changes nothing. */
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

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Still correct?", matches);

export default function StillRight() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (data.is === "right" || data.is === "ended") {
    return (
      <NoticePage narrow title="Thank You">
        <p>
          {data.is === "right"
            ? "Readers now see that you confirmed it today."
            : "We will not ask you by mail again. You can turn this mail on again on the page of your profile."}
        </p>
        <ButtonLink to="/">Home</ButtonLink>
      </NoticePage>
    );
  }
  const { token, name } = data;
  if (data.is === "ending") {
    return (
      <>
        <EntryHeading
          title="Stop this mail?"
          lead={`Once a year we ask whether ${name === null ? "your profile" : `the profile of ${name}`} is still correct.`}
        />
        <EntryForm answer={answer} failure="Not Changed" token={token} button="Do Not Ask Me" pending="Saving…" />
      </>
    );
  }
  return (
    <>
      <EntryHeading
        title="Still correct?"
        lead={
          <>
            Is everything correct on the profile of <bdi>{name}</bdi>?
          </>
        }
      />
      <EntryForm
        answer={answer}
        failure="Not Confirmed"
        token={token}
        button="Yes, Everything Is Correct"
        pending="Confirming…"
      />
      <AfterForm>
        <ButtonLink quiet to={`/my-profile/${data.slug}/edit`}>
          Change something
        </ButtonLink>
      </AfterForm>
    </>
  );
}
