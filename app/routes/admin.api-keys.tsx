import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { callerOf, requireEditor, sessionOf } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Field, FieldFrame } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn, typed, useResetAfter } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { addressOf } from "~/http/api.server";
import { form, page } from "~/http/form.server";
import { apiKeys, createApiKey, SCOPES } from "~/models/accounts/api-keys.server";
import { asRecent, recentUser } from "~/models/accounts/sessions.server";

const PATH = "/admin/api-keys";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const isRecent = (await recentUser(editor, await sessionOf(request))) !== null;
    return { keys: await apiKeys(editor), scopes: SCOPES, own: editor.email, isRecent };
  });
}

/** Makes a key, which is shown once. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const recent = await asRecent(editor, await sessionOf(request));
    return { made: await createApiKey(recent, fields, callerOf(request, addressOf(context))), values: {} };
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "API Keys | Admin" }];

type Answer = FormAnswer & { made?: { name: string; key: string } };

export default function ApiKeys() {
  const { keys, scopes, own, isRecent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <>
      <h1>API Keys</h1>
      <Hint>
        With a key a program works in your name, as far as your role goes. <a href="/api/docs">What it can do</a>
      </Hint>
      <FormErrors refusal={refusalIn(answer)} title="Not Done" />
      <div role="status">
        {answer?.made && (
          <Notice>
            The key “{answer.made.name}”, shown this once: <code>{answer.made.key}</code>
          </Notice>
        )}
      </div>
      {isRecent ? <NewKey answer={answer} scopes={scopes} /> : <Confirm />}
      {keys.length === 0 ? (
        <Empty>There are no keys yet.</Empty>
      ) : (
        <DataTable head={["Name", "Owner", "May", "Made", "Last used", "Actions"]}>
          {keys.map(({ id, name, email, scope, createdAt, lastUsedOn }) => (
            <tr key={id}>
              <td>{name}</td>
              <td data-label="Owner">{email === own ? "You" : email}</td>
              <td data-label="May">{scopes[scope]}</td>
              <td data-label="Made">
                <ShortDate time={createdAt} />
              </td>
              <td data-label="Last used">{lastUsedOn ? <ShortDate time={lastUsedOn} /> : "Never"}</td>
              <td>
                <ButtonLink quiet danger small to={`${PATH}/${id}/delete`} aria-label={`Revoke ${name}`}>
                  Revoke
                </ButtonLink>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </>
  );
}

function Confirm() {
  return (
    <Panel className="my-4 max-w-measure">
      <p className="mb-4">
        To make a key, please confirm first that it is you: you signed in more than ten minutes ago.
      </p>
      <ButtonLink to={`/account/security?${new URLSearchParams({ returnTo: PATH })}`}>
        Confirm that it is you
      </ButtonLink>
    </Panel>
  );
}

function NewKey({ answer, scopes }: { answer: Answer | undefined; scopes: Record<string, string> }) {
  const form = useResetAfter(answer?.made);
  return (
    <Panel className="my-4 max-w-measure">
      <Form ref={form} method="post" action={PATH}>
        <Field
          label="Name"
          name="name"
          required
          autoComplete="off"
          hint="What it is for, such as “nightly import”."
          {...fieldProps(answer, "name")}
        />
        <FieldFrame label="May" name="scope" required error={answer?.fieldErrors?.scope}>
          <select id="scope" name="scope" className="w-full" defaultValue={typed(answer, "scope") || "read"}>
            {Object.entries(scopes).map(([scope, label]) => (
              <option key={scope} value={scope}>
                {label}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Button type="submit">Make a key</Button>
      </Form>
    </Panel>
  );
}
