import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { PlainField } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { guessedSortName } from "~/models/base/text/names.server";
import { editorFieldsOf, revokePreview, saveEditorFields } from "~/models/editing/experts/drafts.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";

/** Shows what only editors see of a profile: notes, sort name and publication. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const row = await expertForAdmin(await requireEditor(request, context), params.id ?? "");
    const isSaved = new URL(request.url).searchParams.has("saved");
    const { id, name, slug, shareToken } = row;
    const hasLink = row.state !== "public" && shareToken !== null;
    return { id, name, slug, ...editorFieldsOf(row), guess: guessedSortName(name), hasLink, isSaved };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    if (fields.intent === "revoke") await revokePreview(editor, params.id ?? "");
    else await saveEditorFields(editor, params.id ?? "", fields);
    return redirect(`/admin/experts/${params.id}/editors?saved`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? ""} for editors | Admin` }];

const LABELS = { notes: "Notes", sortName: "Sorts as", state: "State", publishAt: "Appears at" };

export default function ForEditors() {
  const expert = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { id, slug, state, guess, hasLink, isSaved } = expert;
  // A refused form shows the sent values.
  const sentValues = answer?.values ?? {};
  const textOf = (field: keyof typeof LABELS, stored: string) => String(sentValues[field] ?? stored);
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={LABELS} />
      {isSaved && !answer && <Notice role="status">Saved.</Notice>}
      <Form method="post" className="max-w-176" key={`${state} ${expert.publishAt}`}>
        <PlainField>
          <label htmlFor="notes">Notes</label>
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
          <label htmlFor="sortName">Sorts as</label>
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
          <label htmlFor="state">State</label>
          <select id="state" name="state" defaultValue={textOf("state", state)}>
            <option value="public">Public</option>
            <option value="draft">Draft: only editors see it</option>
            {state !== "public" && <option value="scheduled">Appears at a chosen time</option>}
          </select>
        </PlainField>
        {state !== "public" && (
          <PlainField>
            <label htmlFor="publishAt">Appears at (UTC)</label>
            <input
              id="publishAt"
              type="datetime-local"
              name="publishAt"
              defaultValue={textOf("publishAt", expert.publishAt?.slice(0, 16) ?? "")}
            />
          </PlainField>
        )}
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
