import {
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { formPageHeaders, readerOf } from "~/auth/guards.server";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Notice } from "~/components/ui/notice";
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
      <Notice title="Your email is confirmed">
        <p>{email} is known to be yours.</p>
        <Link className="button" to="/account">
          Your Account
        </Link>
      </Notice>
    );
  }
  return (
    <>
      <h1>Confirm your email</h1>
      <p className="lead">Is {email} your address, and is this your account?</p>
      <FormErrors refusal={refusalIn(answer)} title="Confirmation Failed" />
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <SubmitButton pending="Confirming…">Confirm This Address</SubmitButton>
      </Form>
      <p className="after">
        <Link to="/account">Your account</Link>
      </p>
    </>
  );
}
