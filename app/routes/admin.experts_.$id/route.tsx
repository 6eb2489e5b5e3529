import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { PageLine, RowActions } from "~/components/admin/page-parts";
import { InTrashNotice } from "~/components/admin/trash-page";
import { ExpertEditor } from "~/components/experts/editor/expert-editor";
import { suggestionsIn } from "~/components/experts/editor/use-suggestions";
import { refusalIn } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { JumpLink } from "~/components/ui/jump-link";
import { Notice } from "~/components/ui/notice";
import type { ExpertRow } from "~/db.server";
import { page, type Refusal } from "~/http/form.server";
import { whyNoSuggestions } from "~/models/editing/ai/suggestions.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { lacksOf } from "~/models/editing/experts/lacks.server";
import { latestImages } from "~/models/editing/images/admin-list.server";
import { imageNotes } from "~/models/editing/images/copy.server";
import { rejecting, topicChoices } from "~/models/editing/topics/proposals.server";
import { isTold } from "~/models/readers/notices/tell.server";
import { supportRows } from "~/models/records/evidence/new-sentences";
import { EXPERT_LABELS, type ExpertRecord, type ImageField } from "~/models/records/experts/fields";
import { type ExpertForm, formIn, formOf } from "~/models/records/experts/form";
import { recordOf } from "~/models/records/experts/record.server";
import { EXPERTS, expertForAdmin } from "~/models/records/experts/rows.server";
import { writtenBy } from "~/models/records/provenance/provenance.server";
import { FAILURES, requestedField, SUGGESTION, type SuggestionNotice } from "~/models/records/provenance/suggestions";
import { conflictingTexts, EditConflict } from "~/models/records/shared/edit-conflict.server";
import { expertForm } from "./expert-form.server";

/** `?saved=` is the change that was saved a moment ago. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    if (params.id !== row.id) throw redirect(`/admin/experts/${row.id}`);
    const saved = new URL(request.url).searchParams.get("saved");
    return {
      ...(await shownOf(row)),
      missing: await whyNoSuggestions(editor),
      storedImages: await latestImages(editor),
      isSaved: saved === row.updatedAt,
      isTold: await isTold(row.rowId),
      topicChoices: await topicChoices(row),
      lacks: await lacksOf(editor, row),
    };
  });
}

async function shownOf(row: ExpertRow) {
  const { id, slug, name, updatedAt, deletedAt } = row;
  const record = recordOf(row);
  return {
    expert: { id, slug, name, updatedAt, isInTrash: deletedAt !== null, isDraft: row.state !== "public" },
    form: formOf(record),
    written: await writtenBy({ expertRowId: row.rowId }, record),
    images: await imageNotes(row),
  };
}

/** A form to be shown again as it is in `form`; else as it was sent. */
type Answer = Partial<Refusal> & {
  form?: ExpertForm;
  updatedAt?: string;
  conflict?: Conflict;
  notice?: SuggestionNotice | null;
};

export async function action({ context, params, request }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const guard = () => requireEditor(request, context);
  return expertForm(request, { kind: "expert", id }, guard, async ({ editor, values, input, origin }) => {
    try {
      const { updatedAt = "", acceptedReason } = values;
      const edit = { ...input, updatedAt: String(updatedAt), acceptedReason, support: supportRows(values) };
      const within = rejecting(editor, [values.rejectedTopics ?? []].flat());
      const expert = await editExpert(editor, id, edit, { origin, signal: request.signal, within });
      return redirect(`/admin/experts/${expert.id}?${new URLSearchParams({ saved: expert.updatedAt })}`, 303);
    } catch (error) {
      if (error instanceof EditConflict) return data({ ...(await conflictOf(error)), values }, 409);
      throw error;
    }
  });
}

async function conflictOf(error: EditConflict): Promise<Answer> {
  const { message, merged, updatedAt } = error;
  const conflict = { theirs: await conflictingTexts(EXPERTS, error) };
  return { message, fieldErrors: {}, form: formOf(merged as ExpertRecord), updatedAt, conflict };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.expert.name}` : "Edit"} | Admin` },
];

export default function EditExpert() {
  const { expert, form, written, missing, images, isSaved, isTold, lacks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typed = answer?.form ?? (answer?.values ? formIn(answer.values) : form);
  const updatedAt = answer?.updatedAt ?? typedText(answer, "updatedAt") ?? expert.updatedAt;
  const asked = requestedField(answer?.values?.[SUGGESTION]);
  return (
    <>
      <PageLine>
        <h1>
          Edit <bdi>{expert.name}</bdi>
        </h1>
        <RowActions>
          {!expert.isInTrash && (
            <ButtonLink quiet small to={`/admin/promote?expert=${expert.id}`}>
              Promote
            </ButtonLink>
          )}
          {expert.isDraft && (
            <ButtonLink quiet small to={`/admin/experts/${expert.id}/editors`}>
              Draft: release, notes
            </ButtonLink>
          )}
          <ButtonLink quiet small danger to={`/admin/experts/${expert.id}/delete`}>
            Delete
          </ButtonLink>
        </RowActions>
      </PageLine>
      {isSaved && !answer && <Saved id={expert.id} slug={expert.slug} isTold={isTold} />}
      <ImageNotes notes={images} />
      {expert.isInTrash && <InTrashNotice kind="expert" path={`/admin/experts/${expert.id}`} />}
      {/* Who typed while somebody else deleted it sees what was typed. */}
      {(!expert.isInTrash || answer) && (
        <ExpertEditor
          // A fresh form after saving, and one with both changes in it after a conflict.
          key={answer?.conflict ? updatedAt : isSaved ? expert.updatedAt : "first"}
          form={typed}
          updatedAt={updatedAt}
          refusal={answer && refusalIn({ values: {}, ...answer })}
          title={asked ? FAILURES[asked] : undefined}
          suggestions={{ ...suggestionsIn(answer), subject: { kind: "expert", id: expert.id }, written, missing }}
          notes={lacks}
        >
          {answer?.conflict && (
            <ConflictPanel
              conflict={answer.conflict}
              discard={<a href={`/admin/experts/${expert.id}`}>discard what you typed</a>}
            />
          )}
        </ExpertEditor>
      )}
    </>
  );
}

function typedText(answer: Answer | undefined, name: string): string | undefined {
  const value = answer?.values?.[name];
  return typeof value === "string" ? value : undefined;
}

function Saved({ id, slug, isTold }: { id: string; slug: string; isTold: boolean }) {
  const notice = useRef<HTMLParagraphElement>(null);
  // The form was made anew: who worked by keyboard goes on from here.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice role="status" tabIndex={-1} ref={notice}>
      Saved. <a href={`/${slug}`}>View the profile</a> or go <Link to="/admin/experts">back to the list</Link>.{" "}
      {!isTold && <Link to={`/admin/experts/${id}/letter`}>Tell the person that they are listed</Link>}
    </Notice>
  );
}

/** Which images of a profile are on other sites, and why. */
function ImageNotes({ notes }: { notes: { field: ImageField; note: string }[] }) {
  return notes.map(({ field, note }) => (
    <Notice key={field}>
      <JumpLink to={field}>{EXPERT_LABELS[field]}</JumpLink>: {note}
    </Notice>
  ));
}
