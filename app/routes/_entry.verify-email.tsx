import {
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { formPageHeaders, readerOf } from "~/auth/guards.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice-page";
import { SMALL_BODY } from "~/http/body.server";
import { form } from "~/http/form.server";
import { verifyEmail } from "~/models/accounts/verify-email.server";
import { siteSettings } from "~/models/site/settings.server";

/** Where the link of the confirmation mail leads. A button, because programs that look at mail follow links, too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await readerOf(request);
  const { siteName } = await siteSettings();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, email: user.email, isConfirmed: user.emailVerifiedAt !== null, siteName };
}

export function headers(args: HeadersArgs) {
  return formPageHeaders(args);
}

export async function action({ request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Response> => {
      await verifyEmail(await readerOf(request), fields);
      return redirect("/account?saved=email", 303);
    },
    { limit: SMALL_BODY },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Confirm Your Email | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function VerifyEmail() {
  const { token, email, isConfirmed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (isConfirmed) {
    return (
      <NoticePage narrow title="Your email is confirmed">
        <p>{email} is known to be yours.</p>
        <ButtonLink to="/account">Your Account</ButtonLink>
      </NoticePage>
    );
  }
  return (
    <>
      <EntryHeading title="Confirm your email" lead={`Is ${email} your address, and is this your account?`} />
      <FormErrors refusal={refusalIn(answer)} title="Confirmation Failed" />
      <EntryForm>
        <input type="hidden" name="token" value={token} />
        <SubmitButton className="w-full" pending="Confirming…">
          Confirm This Address
        </SubmitButton>
      </EntryForm>
      <AfterForm>
        <Link to="/account">Your account</Link>
      </AfterForm>
    </>
  );
}
