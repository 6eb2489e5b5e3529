import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ShortDate } from "~/components/ui/dates";
import { form, page } from "~/http/form.server";
import { findApiKey, revokeApiKey } from "~/models/accounts/api-keys.server";

/** Asks before a key is revoked. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => ({ key: await findApiKey(await requireEditor(request, context), params.id ?? "") }));
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async () => {
    await revokeApiKey(await requireEditor(request, context), params.id ?? "");
    return redirect("/admin/api-keys", 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Revoke an API Key | Admin" }];

export default function RevokeApiKey() {
  const { name, email, lastUsedOn } = useLoaderData<typeof loader>().key;
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <ConfirmPage
      title="Revoke this key?"
      back="/admin/api-keys"
      button="Revoke the key"
      pending="Revoking…"
      failed="Not Revoked"
      answer={answer}
    >
      <p>
        <strong>{name}</strong>, of {email},{" "}
        {lastUsedOn ? (
          <>
            last used on <ShortDate time={lastUsedOn} />
          </>
        ) : (
          "never used"
        )}
        . Programs that use it get 401 from now on. A revoked key cannot be restored.
      </p>
    </ConfirmPage>
  );
}
