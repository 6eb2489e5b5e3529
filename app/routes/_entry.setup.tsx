import {
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formPageHeaders } from "~/auth/guards.server";
import { callerOf, startSession } from "~/auth/session.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field, FieldPair } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice-page";
import { addressOf } from "~/http/api.server";
import { SMALL_BODY } from "~/http/body.server";
import { form } from "~/http/form.server";
import { isSetupLink, setUpAdmin } from "~/models/site/first-run.server";
import { siteSettings } from "~/models/site/settings.server";

/** The first admin's account, with the link that a new site prints at its start. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, isUsable: await isSetupLink(token), siteName: (await siteSettings()).siteName };
}

export function headers(args: HeadersArgs) {
  return formPageHeaders(args);
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Response> => {
      const address = addressOf(context);
      const admin = await setUpAdmin(fields, callerOf(request, address));
      return redirect("/admin", { status: 303, headers: await startSession(request, admin, address) });
    },
    { limit: SMALL_BODY },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `First Account | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

const LABELS = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  password: "Password",
  confirmPassword: "Confirm password",
};

export default function Setup() {
  const { token, isUsable, siteName } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (!isUsable) return <UselessLink />;
  const field = (name: keyof typeof LABELS) => ({
    label: LABELS[name],
    name,
    required: true,
    ...fieldProps(answer, name),
  });
  return (
    <>
      <EntryHeading
        title={`Welcome to ${siteName}`}
        lead="Make the first account: it runs the site, and can let others help."
      />
      <FormErrors refusal={refusalIn(answer)} title="Registration Failed" labels={LABELS} />
      <EntryForm>
        <input type="hidden" name="token" value={token} />
        <FieldPair>
          <Field autoComplete="given-name" {...field("firstName")} />
          <Field autoComplete="family-name" {...field("lastName")} />
        </FieldPair>
        <Field type="email" autoComplete="email" {...field("email")} />
        <Field
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters, best several words."
          {...field("password")}
        />
        <Field type="password" autoComplete="new-password" {...field("confirmPassword")} />
        <SubmitButton className="w-full" pending="Creating your account…">
          Create Admin Account
        </SubmitButton>
      </EntryForm>
    </>
  );
}

function UselessLink() {
  return (
    <NoticePage narrow title="This set-up link does not work">
      <p>
        It works once, and only while there is no admin. If there is none yet, restart the server to get a new link.
      </p>
      <ButtonLink to="/login">Sign In</ButtonLink>
    </NoticePage>
  );
}
