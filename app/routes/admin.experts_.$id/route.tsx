import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
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
import { gapNotes } from "~/models/editing/experts/gap-notes.server";
import { latestImages } from "~/models/editing/images/admin-list.server";
import { imageNotes } from "~/models/editing/images/copy.server";
import { rejectWithin, topicChoices } from "~/models/editing/topics/proposals.server";
import { supportRows } from "~/models/records/evidence/new-sentences";
import { EXPERT_LABELS, type ExpertRecord, type ImageField } from "~/models/records/experts/fields";
import { type ExpertForm, formIn, formOf } from "~/models/records/experts/form";
import { recordOf } from "~/models/records/experts/record.server";
import { EXPERTS, expertForAdmin } from "~/models/records/experts/rows.server";
import { textsOfModels } from "~/models/records/provenance/provenance.server";
import { FAILURES, requestedField, SUGGESTION, type SuggestionNotice } from "~/models/records/provenance/suggestions";
import { conflictingTexts, EditConflict } from "~/models/records/shared/edit-conflict.server";
import { sectionLines } from "~/models/whole/sections/sections.server";
import { expertForm } from "./expert-form.server";
import { Sections } from "./sections";

/** Shows the editor of an expert. `?saved=` is the `updatedAt` of the version that was just saved. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const { pathname, search, searchParams } = new URL(request.url);
    if (params.id !== row.id) throw redirect(`/admin/experts/${row.id}${sectionIn(pathname)}${search}`);
    const savedVersion = searchParams.get("saved");
    return {
      ...(await editorDataOf(row)),
      missing: await whyNoSuggestions(editor),
      storedImages: await latestImages(editor),
      isSaved: savedVersion === row.updatedAt,
      topicChoices: await topicChoices(row),
      lacks: await gapNotes(editor, row),
      sections: await sectionLines(editor, row),
    };
  });
}

/** Returns the part of an address that names an open section. Requests of the router end in ".data". */
function sectionIn(pathname: string): string {
  const [, , , , section] = pathname.replace(/\.data$/, "").split("/");
  return section ? `/${section}` : "";
}

async function editorDataOf(row: ExpertRow) {
  const { id, slug, name, updatedAt, deletedAt } = row;
  const record = recordOf(row);
  return {
    expert: { id, slug, name, updatedAt, isInTrash: deletedAt !== null },
    form: formOf(record),
    written: await textsOfModels({ expertRowId: row.rowId }, record),
    images: await imageNotes(row),
  };
}

/** The answer of the form. The page then shows `form`, or without it the values that were sent. */
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
      const rejectTopics = rejectWithin(editor, [values.rejectedTopics ?? []].flat());
      const expert = await editExpert(editor, id, edit, { origin, signal: request.signal, alsoStore: rejectTopics });
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
  const { expert, form, written, missing, images, isSaved, lacks, sections } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typedForm = answer?.form ?? (answer?.values ? formIn(answer.values) : form);
  const updatedAt = answer?.updatedAt ?? typedText(answer, "updatedAt") ?? expert.updatedAt;
  const { version, onOutdated } = useVersion(
    answer?.conflict ? { version: updatedAt, isTyped: true } : isSaved ? { version: expert.updatedAt } : null,
    { version: "first", isTyped: answer?.values !== undefined },
  );
  const path = `/admin/experts/${expert.id}`;
  const requestedSuggestion = requestedField(answer?.values?.[SUGGESTION]);
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
        </RowActions>
      </PageLine>
      {isSaved && !answer && <SavedNotice slug={expert.slug} />}
      {expert.isInTrash && <InTrashNotice kind="expert" path={path} />}
      {!expert.isInTrash && <Sections path={path} lines={sections} />}
      <ImageNotes notes={images} />
      {/* An editor whose expert was deleted meanwhile still sees the typed text. */}
      {(!expert.isInTrash || answer) && (
        <ExpertEditor
          key={version}
          onOutdated={onOutdated}
          form={typedForm}
          updatedAt={updatedAt}
          refusal={answer && refusalIn({ values: {}, ...answer })}
          title={requestedSuggestion ? FAILURES[requestedSuggestion] : undefined}
          suggestions={{ ...suggestionsIn(answer), subject: { kind: "expert", id: expert.id }, written, missing }}
          notes={lacks}
        >
          {answer?.conflict && (
            <ConflictPanel conflict={answer.conflict} discard={<a href={path}>discard your changes</a>} />
          )}
        </ExpertEditor>
      )}
      {!expert.isInTrash && (
        <p className="mt-6 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-4 text-sm">
          <span className="text-muted">Rarely needed:</span>
          <Link to={`${path}/merge`} className="underline">
            Merge with another profile
          </Link>
          <Link to={`${path}/delete`} className="text-danger underline">
            Delete
          </Link>
        </p>
      )}
    </>
  );
}

function typedText(answer: Answer | undefined, name: string): string | undefined {
  const value = answer?.values?.[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the key of the form. A new key replaces the form after saving, after a conflict, and when a section changed the profile
 * while the form had no changes. Opening a section drops the answer of the form, but keeps the key.
 *
 * @param latestVersion the version in the last answer, or null; `isTyped` if it contains typed text.
 */
function useVersion(latestVersion: Version | null, firstVersion: Version) {
  const [shownVersion, setShownVersion] = useState(latestVersion ?? firstVersion);
  if (latestVersion !== null && latestVersion.version !== shownVersion.version) setShownVersion(latestVersion);
  const showVersion = useCallback((updatedAt: string) => setShownVersion({ version: updatedAt }), []);
  return { version: shownVersion.version, onOutdated: shownVersion.isTyped ? undefined : showVersion };
}

interface Version {
  version: string;
  isTyped?: boolean;
}

function SavedNotice({ slug }: { slug: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  // The form was replaced, so the focus moves to the notice for keyboard users.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice role="status" tabIndex={-1} ref={notice}>
      Saved. <a href={`/${slug}`}>View the profile</a> or go <Link to="/admin/experts">back to the list</Link>.
    </Notice>
  );
}

/** Lists the images of a profile that are on other sites, with the reasons. */
function ImageNotes({ notes }: { notes: { field: ImageField; note: string }[] }) {
  return notes.map(({ field, note }) => (
    <Notice key={field}>
      <JumpLink to={field}>{EXPERT_LABELS[field]}</JumpLink>: {note}
    </Notice>
  ));
}
