import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { callerOf, hasRecentSignIn, requireEditor, requireRecentEditor } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { CheckLabel } from "~/components/admin/field-group";
import { Empty } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { Field, FieldError, FieldFrame } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn, typedText, useResetAfter } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { FormId } from "~/components/forms/form-id";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { clientAddressOf } from "~/http/api.server";
import { form, page } from "~/http/form.server";
import { apiKeys, createApiKey } from "~/models/base/accounts/api-keys.server";
import { ALL, DEFAULT_LIFETIME, KEY_SUBJECTS, LIFETIMES } from "~/models/base/accounts/key-scopes";
import { newId } from "~/models/base/input/ids.server";

const PATH = "/admin/api-keys";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    return {
      id: newId(),
      keys: await apiKeys(editor),
      own: editor.email,
      hasRecentSignIn: await hasRecentSignIn(request, editor),
    };
  });
}

/** Creates a key, which the answer shows once. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireRecentEditor(request, context);
    const input = { ...fields, scopes: scopesIn(fields) };
    const caller = callerOf(request, clientAddressOf(context));
    return { made: await createApiKey(editor, input, caller, fields.id), values: {} };
  });
}

/** Returns the scopes of a new key. The form has a field for each subject. */
function scopesIn(fields: FormAnswer["values"]): string[] {
  if (fields.all) return [ALL];
  return Object.keys(KEY_SUBJECTS).flatMap((subject) => (fields[subject] ? [`${subject}:${fields[subject]}`] : []));
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "API Keys | Admin" }];

type Answer = FormAnswer & { made?: { name: string; key: string } };

export default function ApiKeys() {
  const { id, keys, own: ownEmail, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <>
      <h1>API Keys</h1>
      <Hint>
        With a key a program works in your name, within the limits of the key and your role. No key can change accounts,
        keys, webhooks or settings, or export the database. <a href="/api/docs">Calls of the JSON interface</a>
      </Hint>
      <FormErrors refusal={refusalIn(answer)} title="No Key Was Created" />
      <div role="status">
        {answer?.made && (
          <Notice>
            The key “{answer.made.name}” is shown only once: <code>{answer.made.key}</code>
          </Notice>
        )}
      </div>
      {hasRecentSignIn || answer ? (
        <NewKey id={id} answer={answer} />
      ) : (
        <ConfirmFirst action="create or revoke a key" returnTo={PATH} />
      )}
      {keys.length === 0 ? (
        <Empty>There are no keys yet.</Empty>
      ) : (
        <DataTable head={["Name", "Owner", "May", "Ends", "Last used", "Actions"]}>
          {keys.map(({ id, name, email, may, expiresAt, hasEnded, lastUsedOn }) => (
            <tr key={id}>
              <td>{name}</td>
              <td data-label="Owner">{email === ownEmail ? "You" : email}</td>
              <td data-label="May">{may}</td>
              <td data-label="Ends">
                {hasEnded && <Badge tone="bad">Ended</Badge>} <ShortDate time={expiresAt} />
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

const MAY = { "": "Nothing", read: "Read", write: "Read and write" };

function NewKey({ id, answer }: { id: string; answer: Answer | undefined }) {
  const form = useResetAfter(answer?.made);
  const isTyped = refusalIn(answer) !== undefined;
  const error = answer?.fieldErrors?.scopes;
  const chosenValue = (name: string, defaultChoice: string) => (isTyped ? typedText(answer, name) : defaultChoice);
  return (
    <Panel className="my-4 max-w-measure">
      <Form ref={form} method="post" action={PATH}>
        <FormId id={id} answer={answer} />
        <Field
          label="Name"
          name="name"
          required
          autoComplete="off"
          hint="Its purpose, such as “nightly import”."
          {...fieldProps(answer, "name")}
        />
        <fieldset className="mb-4.5" aria-describedby={error && "scopes-error"}>
          <legend className="mb-1 font-semibold">What it may do</legend>
          <div className="grid gap-x-4 md:grid-cols-2">
            {Object.entries(KEY_SUBJECTS).map(([subject, { label, about }]) => (
              <FieldFrame key={subject} label={label} name={subject} hint={about} showsOptional={false}>
                <select
                  id={subject}
                  name={subject}
                  className="w-full"
                  aria-describedby={`${subject}-hint`}
                  defaultValue={chosenValue(subject, subject === "profiles" ? "read" : "")}
                >
                  {Object.entries(MAY).map(([access, words]) => (
                    <option key={access} value={access}>
                      {words}
                    </option>
                  ))}
                </select>
              </FieldFrame>
            ))}
          </div>
          <CheckLabel>
            <input type="checkbox" name="all" defaultChecked={chosenValue("all", "") === "on"} />
            Read and write everything, including what later versions add
          </CheckLabel>
          {error && <FieldError name="scopes">{error}</FieldError>}
        </fieldset>
        <FieldFrame label="Expires after" name="days" required error={answer?.fieldErrors?.days}>
          <select id="days" name="days" className="w-full" defaultValue={chosenValue("days", String(DEFAULT_LIFETIME))}>
            {LIFETIMES.map((days) => (
              <option key={days} value={days}>
                {days === 365 ? "A year" : `${days} days`}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Button type="submit">Create a key</Button>
      </Form>
    </Panel>
  );
}
