import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { deleteWebhook, findWebhook } from "~/models/readers/webhooks/webhooks.server";

/** Asks before a webhook is deleted. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id, url } = await findWebhook(admin, params.id ?? "");
    return { id, url, hasRecentSignIn: await hasRecentSignIn(request, admin) };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async () => {
    await deleteWebhook(await requireRecentAdmin(request, context), params.id ?? "");
    return redirect("/admin/webhooks", 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Delete a Webhook | Admin" }];

export default function DeleteWebhook() {
  const { id, url, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <ConfirmPage
      title="Delete this webhook?"
      cancelTo="/admin/webhooks"
      button="Delete the webhook"
      pending="Deleting…"
      failureTitle="Delete Failed"
      answer={answer}
      confirmReturnTo={hasRecentSignIn ? undefined : `/admin/webhooks/${id}/delete`}
    >
      <p>
        <strong>{url}</strong> will get no more changes, including those that are still waiting. This deletes its secret
        and the list of its deliveries for good.
      </p>
    </ConfirmPage>
  );
}
