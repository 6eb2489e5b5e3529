import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { PlainField } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { RelistReason } from "~/components/admin/relist-reason";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { ShownVersions } from "~/components/forms/shown-versions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, intentOf, page } from "~/http/form.server";
import type { FormValues } from "~/http/form-values";
import type { Editor } from "~/models/base/accounts/admin.server";
import { guessedSortName } from "~/models/base/text/names.server";
import {
  EDITOR_FORM_CHARACTERS,
  editorFieldsOf,
  editorFieldVersions,
  revokePreview,
  saveEditorFields,
} from "~/models/editing/experts/drafts.server";
import { EDITOR_FIELD_LABELS } from "~/models/editing/experts/editor-field-labels";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { conflictAnswer, EditConflict } from "~/models/records/shared/edit-conflict.server";

/** Shows what only editors see of a profile: notes, sort name and publication. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const row = await expertForAdmin(await requireEditor(request, context), params.id ?? "");
    const { searchParams } = new URL(request.url);
    const done = { isSaved: searchParams.has("saved"), isRevoked: searchParams.has("revoked") };
    const { id, name, slug, shareToken } = row;
    const hasLink = row.state !== "public" && shareToken !== null;
    const versions = editorFieldVersions(row);
    return { id, name, slug, ...editorFieldsOf(row), versions, guess: guessedSortName(name), hasLink, ...done };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (fields: FormValues) => {
    const editor = await requireEditor(request, context);
    const { intent = "save" } = fields;
    const answer = await intentOf(INTENTS, intent)(editor, params.id ?? "", fields);
    return answer ?? redirect(`/admin/experts/${params.id}/editors?${intent === "revoke" ? "revoked" : "saved"}`, 303);
  };
  return form(request, run, { characters: EDITOR_FORM_CHARACTERS });
}

const INTENTS = { save, revoke: revokePreview };

/** Saves the form. After a conflict, answers what somebody else changed meanwhile. */
async function save(editor: Editor, id: string, fields: Record<string, unknown>) {
  try {
    await saveEditorFields(editor, id, fields);
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    const toText = (value: unknown, field: string) =>
      field === "publishAt" ? String(value ?? "").slice(0, 16) : String(value);
    const answer = conflictAnswer(error, EDITOR_FIELD_LABELS, toText);
    return data({ ...answer, values: { ...answer.values, relistReason: fields.relistReason } }, 409);
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? ""} for editors | Admin` }];

export default function ForEditors() {
  const expert = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  const { id, slug, state, versions, guess, hasLink, isSaved, isRevoked } = expert;
  // A refused form shows the sent values.
  const sentValues = answer?.values ?? {};
  const textOf = (field: keyof typeof EDITOR_FIELD_LABELS, storedText: string) =>
    String(sentValues[field] ?? storedText);
  const canBeScheduled = state !== "public" || textOf("state", state) === "scheduled";
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={EDITOR_FIELD_LABELS} />
      {isSaved && !answer && <Notice role="status">Saved.</Notice>}
      {isRevoked && !answer && <Notice role="status">The preview link was revoked. Nothing else was saved.</Notice>}
      {answer?.conflict && (
        <ConflictPanel
          conflict={answer.conflict}
          discard={
            <Link to={`/admin/experts/${id}/editors`} reloadDocument>
              discard your changes
            </Link>
          }
        />
      )}
      {/* noValidate, because only "Public" needs the reason below, and the server checks every field. */}
      <Form method="post" noValidate className="max-w-176" key={typedText(answer, "version") || versions.version}>
        <ShownVersions versions={versions} answer={answer} />
        <PlainField>
          <label htmlFor="notes">{EDITOR_FIELD_LABELS.notes}</label>
          <textarea
            id="notes"
            name="notes"
            rows={5}
            maxLength={20_000}
            defaultValue={textOf("notes", expert.notes)}
            dir="auto"
          />
          <Hint>Only editors see the notes, and can find the profile by them.</Hint>
        </PlainField>
        <PlainField>
          <label htmlFor="sortName">{EDITOR_FIELD_LABELS.sortName}</label>
          <input
            id="sortName"
            name="sortName"
            maxLength={300}
            defaultValue={textOf("sortName", expert.sortName)}
            placeholder={guess}
            dir="auto"
          />
          <Hint>
            Family name first. If you leave it empty, the profile sorts as <bdi>{guess}</bdi>.
          </Hint>
        </PlainField>
        <PlainField>
          <label htmlFor="state">{EDITOR_FIELD_LABELS.state}</label>
          <select id="state" name="state" defaultValue={textOf("state", state)}>
            <option value="public">Public</option>
            <option value="draft">Draft: only editors see it</option>
            {canBeScheduled && <option value="scheduled">Appears at a chosen time</option>}
          </select>
        </PlainField>
        {canBeScheduled && (
          <PlainField>
            <label htmlFor="publishAt">{EDITOR_FIELD_LABELS.publishAt} (UTC)</label>
            <input
              id="publishAt"
              type="datetime-local"
              name="publishAt"
              defaultValue={textOf("publishAt", expert.publishAt?.slice(0, 16) ?? "")}
            />
          </PlainField>
        )}
        <RelistReason answer={answer} />
        <Actions>
          <SubmitButton pending="Saving…">Save</SubmitButton>
          {hasLink && (
            <Button type="submit" quiet name="intent" value="revoke">
              Revoke the preview link
            </Button>
          )}
          <a href={state === "public" ? `/${slug}` : `/admin/experts/${id}/preview`}>
            {state === "public" ? "View the profile" : "Preview, with a link that you can send to others"}
          </a>
        </Actions>
      </Form>
    </>
  );
}
