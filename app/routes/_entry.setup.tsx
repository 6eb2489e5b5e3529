import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { callerOf, startSession } from "~/auth/session.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields, typedText } from "~/components/forms/form-answer";
import { NAME_LABELS, NameFields, NewPasswordFields, PASSWORD_LABELS } from "~/components/forms/person-fields";
import { StarterChoice } from "~/components/forms/starter-choice";
import { useSite } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { clientAddressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { log } from "~/log.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { isSetupLink, setUpAdmin } from "~/models/base/accounts/first-run.server";
import { asksAboutStarter, chooseStarter, starterChoiceIn } from "~/models/whole/starter/starter-choice.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form for the first admin's account, at the link that a new site prints when it starts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const isUsable = await isSetupLink(token);
  return { token, isUsable, asksAboutStarter: isUsable && (await asksAboutStarter()) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    const address = clientAddressOf(context);
    const starter = fields.starter === undefined ? null : starterChoiceIn(fields);
    let headers: Headers | undefined;
    const admin = await setUpAdmin(fields, callerOf(request, address), async (tx, user) => {
      headers = await startSession(request, user, address, tx);
    });
    let nextPath = "/admin";
    // "Keep" is stored as well, so that nobody is asked again.
    if (starter !== null)
      await chooseStarter(asAdmin(admin, address), starter).catch((error) => {
        // The account and the choice are stored, so the admin can continue.
        log.error({ err: error }, "the choice about the starter profiles could not be carried out completely");
        nextPath = "/admin/settings/starter";
      });
    return redirect(nextPath, { status: 303, headers });
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("First Account", matches);

const LABELS = { ...NAME_LABELS, email: "Email", ...PASSWORD_LABELS, starter: "Profiles that came with the site" };

export default function Setup() {
  const { token, isUsable, asksAboutStarter: mustChooseStarter } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const siteName = useSite()?.site.siteName;
  if (!isUsable) return <UselessLink />;
  return (
    <>
      <EntryHeading
        title={`Welcome to ${siteName}`}
        lead="Create the first account. It is an admin and can invite others."
      />
      <EntryForm
        answer={answer}
        failure="Registration Failed"
        labels={LABELS}
        token={token}
        button="Create Admin Account"
        pending="Creating your account…"
      >
        <NameFields answer={answer} />
        <Field type="email" autoComplete="email" {...labelledFields(LABELS, answer)("email")} />
        <NewPasswordFields answer={answer} />
        {mustChooseStarter && (
          <StarterChoice initialChoice={typedText(answer, "starter") || "keep"} error={answer?.fieldErrors?.starter} />
        )}
      </EntryForm>
    </>
  );
}

function UselessLink() {
  return (
    <NoticePage narrow title="This set-up link does not work">
      <p>
        The link works once, and only while the site has no admin. If there is no admin yet, restart the server to get a
        new link.
      </p>
      <ButtonLink to="/login">Sign In</ButtonLink>
    </NoticePage>
  );
}
