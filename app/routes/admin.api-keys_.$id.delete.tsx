import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireEditor, requireRecentEditor } from "~/auth/session.server";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ShortDate } from "~/components/ui/dates";
import { form, page } from "~/http/form.server";
import { findApiKey, revokeApiKey } from "~/models/base/accounts/api-keys.server";

/** Asks before a key is revoked. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    return { key: await findApiKey(editor, params.id ?? ""), hasRecentSignIn: await hasRecentSignIn(request, editor) };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async () => {
    await revokeApiKey(await requireRecentEditor(request, context), params.id ?? "");
    return redirect("/admin/api-keys", 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Revoke an API Key | Admin" }];

export default function RevokeApiKey() {
  const { key, hasRecentSignIn } = useLoaderData<typeof loader>();
  const { id, name, email, lastUsedOn } = key;
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <ConfirmPage
      title="Revoke this key?"
      cancelTo="/admin/api-keys"
      button="Revoke the key"
      pending="Revoking…"
      failureTitle="Not Revoked"
      answer={answer}
      confirmReturnTo={hasRecentSignIn ? undefined : `/admin/api-keys/${id}/delete`}
    >
      <p>
        <strong dir="auto">{name}</strong>, of {email},{" "}
        {lastUsedOn ? (
          <>
            last used on <ShortDate time={lastUsedOn} />
          </>
        ) : (
          "never used"
        )}
        . Programs that use this key will get the status 401. A revoked key cannot be restored.
      </p>
    </ConfirmPage>
  );
}
