import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { newId } from "~/models/base/input/ids.server";
import { createWebhook, EVENTS, testWebhook, webhooks } from "~/models/readers/webhooks/webhooks.server";
import { NewWebhook } from "./new-webhook";
import { Webhook } from "./webhook";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return {
      id: newId(),
      webhooks: await webhooks(admin),
      events: EVENTS,
      hasRecentSignIn: await hasRecentSignIn(request, admin),
    };
  });
}

/** Creates a webhook, whose secret is shown once, or sends a test to the webhook `test`. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireRecentAdmin(request, context);
    if ("test" in fields) return { tested: await testWebhook(admin, String(fields.test)), values: {} };
    return { made: await createWebhook(admin, fields, fields.id), values: {} };
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Webhooks | Admin" }];

type Answer = FormAnswer & {
  made?: { url: string; secret: string };
  tested?: { delivered: boolean; answer: string };
};

export default function Webhooks() {
  const { id, webhooks, events, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { made: createdWebhook, tested: testResult } = answer ?? {};
  return (
    <>
      <h1>Webhooks</h1>
      <Hint>
        A webhook tells a program at another address about changes on this site.{" "}
        <a href="/api/docs">See what it receives</a>
      </Hint>
      <FormErrors refusal={refusalIn(answer)} title="Nothing Was Changed" />
      <div role="status">
        {createdWebhook && (
          <Notice>
            The secret of {createdWebhook.url} is shown only once: <code>{createdWebhook.secret}</code>
          </Notice>
        )}
        {testResult && (
          <Notice tone={testResult.delivered ? "success" : "problem"}>
            {testResult.delivered ? "The test arrived" : "The test did not arrive"}: {testResult.answer}.
          </Notice>
        )}
      </div>
      {hasRecentSignIn || answer ? (
        <NewWebhook id={id} createdWebhook={createdWebhook} answer={answer} events={events} />
      ) : (
        <ConfirmFirst action="add, test or delete a webhook" returnTo="/admin/webhooks" />
      )}
      {webhooks.length === 0 ? (
        <Empty>There are no webhooks yet.</Empty>
      ) : (
        webhooks.map((webhook) => <Webhook key={webhook.id} webhook={webhook} hasRecentSignIn={hasRecentSignIn} />)
      )}
    </>
  );
}
