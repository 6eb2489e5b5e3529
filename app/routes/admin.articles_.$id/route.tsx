import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ConflictPanel } from "~/components/admin/conflict-panel";
import { PageLine, RowActions } from "~/components/admin/page-parts";
import { InTrashNotice } from "~/components/admin/trash-page";
import { refusalIn } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { form, page, type Refusal } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { whyNoSuggestions } from "~/models/ai/suggestions.server";
import { writeSeoTags } from "~/models/ai/write-profile.server";
import { articleDraft, keepArticleDraft } from "~/models/articles/drafts.server";
import { editArticle, shareArticle } from "~/models/articles/edit.server";
import { ARTICLE_CHARACTERS } from "~/models/articles/fields";
import { formIn, formOf, recordIn } from "~/models/articles/form";
import { ADMIN_ARTICLES } from "~/models/articles/list";
import { articlePreview } from "~/models/articles/preview.server";
import { recordOf } from "~/models/articles/record.server";
import { articleForAdmin } from "~/models/articles/rows.server";
import { supportRows } from "~/models/evidence/new-sentences";
import { latestImages } from "~/models/images/admin-list.server";
import { imagesFromForm } from "~/models/images/images.server";
import { MAX_BYTES } from "~/models/images/rules";
import { EditConflict } from "~/models/records/edit-conflict.server";
import { type Answer, changesByButton, conflictOf, outcomeOf } from "./answers.server";
import { ArticleEditor } from "./article-editor";
import { DiscardButton, Done, Restored } from "./notices";

/** Editing an article; `?done=&at=` says what was done to the version that is shown, `?refused` that nothing was. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await articleForAdmin(editor, params.id ?? "");
    if (params.id !== row.id) throw redirect(`${ADMIN_ARTICLES}/${row.id}`);
    const { id, slug, title, status, publishedAt, scheduledAt, updatedAt, shareToken } = row;
    const draft = await articleDraft(editor, row);
    const shown = draft?.form ?? formOf(recordOf(row));
    const { searchParams } = new URL(request.url);
    const what = searchParams.has("refused") ? "refused" : (searchParams.get("done") ?? "");
    const done = { what, at: searchParams.get("at") ?? "" };
    const sharePath = shareToken && `/articles/${slug}?${new URLSearchParams({ draft: shareToken })}`;
    return {
      article: {
        ...{ id, slug, title, status, publishedAt, scheduledAt },
        sharePath: sharePath || null,
        featured: row.featuredPosition !== null,
        isInTrash: row.deletedAt !== null,
      },
      form: shown,
      updatedAt: draft?.basedOn ?? updatedAt,
      restored: draft && { at: draft.keptAt, isOlder: draft.basedOn !== updatedAt },
      preview: articlePreview(editor, shown),
      noSuggestions: await whyNoSuggestions(editor),
      storedImages: await latestImages(editor),
      done: ["discarded", "refused"].includes(what) || done.at === updatedAt ? done : null,
    };
  });
}

/** Saves, and with its other buttons publishes, unpublishes, schedules and shares what was saved. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (values: Refusal["values"], files: Parameters<typeof imagesFromForm>[2]) => {
    const editor = await requireEditor(request, context);
    const id = params.id ?? "";
    const origin = siteOrigin(request);
    await imagesFromForm(editor, values, files, { origin });
    const typed = formIn(values);
    const updatedAt = String(values.updatedAt ?? "");
    if (values.preview) {
      await keepArticleDraft(editor, id, { fields: typed, basedOn: updatedAt });
      return { form: typed, updatedAt, preview: articlePreview(editor, typed) };
    }
    if (values.suggestTags) {
      const { signal } = request;
      const { tags } = await writeSeoTags(editor, { title: typed.title, content: typed.body }, { signal });
      const suggested = { ...typed, tags: tags.join(", ") };
      await keepArticleDraft(editor, id, { fields: suggested, basedOn: updatedAt });
      return { form: suggested, updatedAt, suggestedTags: suggested.tags };
    }
    try {
      const settled = { acceptedReason: values.acceptedReason, support: supportRows(values) };
      const record = { ...recordIn(typed), ...changesByButton(values), updatedAt, ...settled };
      const article = await editArticle(editor, id, record, { origin, signal: request.signal });
      if (values.share) await shareArticle(editor, id, { share: values.share === "on" });
      const done = { done: outcomeOf(values), at: article.updatedAt };
      return redirect(`${ADMIN_ARTICLES}/${article.id}?${new URLSearchParams(done)}`, 303);
    } catch (error) {
      if (error instanceof EditConflict) return data(conflictOf(editor, error), 409);
      throw error;
    }
  };
  const guard = () => requireEditor(request, context);
  return form(request, run, { characters: ARTICLE_CHARACTERS, files: { files: 1, fileBytes: MAX_BYTES }, guard });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.article.title}` : "Edit"} | Admin` },
];

export default function EditArticle() {
  const { article, form, updatedAt, restored, preview, done, noSuggestions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typed = answer?.form ?? (answer?.values ? formIn(answer.values) : form);
  const base = answer?.updatedAt ?? typedText(answer, "updatedAt") ?? updatedAt;
  const address = `${ADMIN_ARTICLES}/${article.id}`;
  return (
    <>
      <PageLine>
        <h1>Edit {article.title}</h1>
        <RowActions>
          <ButtonLink quiet href={`/articles/${article.slug}`} target="_blank" rel="noopener">
            {article.status === "published" ? "View" : "Preview Article"}
          </ButtonLink>
          <ButtonLink quiet to={`${address}/sources`}>
            Sources
          </ButtonLink>
          <ButtonLink quiet to={`${address}/history`}>
            History
          </ButtonLink>
          <ButtonLink quiet danger to={`${address}/delete`}>
            Delete
          </ButtonLink>
        </RowActions>
      </PageLine>
      {done && !answer && <Done what={done.what} slug={article.slug} scheduledAt={article.scheduledAt} />}
      {article.isInTrash ? (
        <InTrashNotice kind="article" path={address} />
      ) : (
        <ArticleEditor
          // A fresh form after each action, with both changes after a conflict, and with suggested tags.
          key={answer?.suggestedTags ?? (answer?.conflict ? base : done ? `${done.what} ${done.at}` : "first")}
          article={article}
          form={typed}
          updatedAt={base}
          preview={answer?.preview ?? preview}
          noSuggestions={noSuggestions}
          refusal={answer && refusalIn({ values: {}, ...answer })}
        >
          {restored && !answer && <Restored {...restored} discard={`${address}/discard`} />}
          {answer?.conflict && (
            <ConflictPanel
              conflict={answer.conflict}
              discard={<DiscardButton address={`${address}/discard`}>discard what you typed</DiscardButton>}
            />
          )}
        </ArticleEditor>
      )}
    </>
  );
}

function typedText(answer: Answer | undefined, name: string): string | undefined {
  const value = answer?.values?.[name];
  return typeof value === "string" ? value : undefined;
}
