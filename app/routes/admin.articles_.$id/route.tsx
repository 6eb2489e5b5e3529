import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ConflictPanel } from "~/components/admin/conflict-panel";
import { PageLine, RowActions } from "~/components/admin/page-parts";
import { InTrashNotice } from "~/components/admin/trash-page";
import { refusalIn } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { form, page, type Refusal } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { whyNoSuggestions } from "~/models/editing/ai/suggestions.server";
import { latestImages } from "~/models/editing/images/admin-list.server";
import { ARTICLE_CHARACTERS } from "~/models/records/articles/fields";
import { formIn } from "~/models/records/articles/form";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { imagesFromForm } from "~/models/records/images/images.server";
import { MAX_BYTES } from "~/models/records/images/rules";
import { ArticleEditor } from "./article-editor";
import { type Answer, intentIn } from "./intents.server";
import { DiscardButton, OutcomeNotice, RestoredDraftNotice } from "./notices";
import { articlePageOf, outcomeIn } from "./page.server";

/** Shows the article editor. `?done=&at=` names what was done to this version; `?refused` says that it was not published. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await articleForAdmin(editor, params.id ?? "");
    if (params.id !== row.id) throw redirect(`${ADMIN_ARTICLES}/${row.id}`);
    return {
      ...(await articlePageOf(editor, row)),
      noSuggestions: await whyNoSuggestions(editor),
      storedImages: await latestImages(editor),
      done: outcomeIn(new URL(request.url).searchParams, row.updatedAt),
    };
  });
}

/** Saves the article. Other buttons also publish, unpublish, schedule or share it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (values: Refusal["values"], files: Parameters<typeof imagesFromForm>[2]) => {
    const editor = await requireEditor(request, context);
    const { id = "" } = params;
    const origin = siteOrigin(request);
    await imagesFromForm(editor, values, files, { origin });
    return intentIn(values)({ editor, id, values, typedForm: formIn(values), origin, signal: request.signal });
  };
  const guard = () => requireEditor(request, context);
  return form(request, run, { characters: ARTICLE_CHARACTERS, files: { files: 1, fileBytes: MAX_BYTES }, guard });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.article.title}` : "Edit"} | Admin` },
];

export default function EditArticle() {
  const {
    article,
    form,
    updatedAt,
    restored: restoredDraft,
    preview,
    done: lastAction,
    noSuggestions,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typedForm = answer?.form ?? (answer?.values ? formIn(answer.values) : form);
  const baseVersion = answer?.updatedAt ?? typedText(answer, "updatedAt") ?? updatedAt;
  const address = `${ADMIN_ARTICLES}/${article.id}`;
  return (
    <>
      <PageLine>
        <h1>
          Edit <bdi>{article.title}</bdi>
        </h1>
        <RowActions>
          <ButtonLink quiet href={`/articles/${article.slug}`} target="_blank" rel="noopener">
            {article.status === "published" ? "View" : "Preview Article"}
          </ButtonLink>
          <ButtonLink quiet danger to={`${address}/delete`}>
            Delete
          </ButtonLink>
        </RowActions>
      </PageLine>
      {lastAction && !answer && (
        <OutcomeNotice outcome={lastAction.outcome} slug={article.slug} scheduledAt={article.scheduledAt} />
      )}
      {article.isInTrash && <InTrashNotice kind="article" path={address} />}
      {/* An editor whose article was deleted meanwhile still sees the typed text. */}
      {(!article.isInTrash || answer) && (
        <ArticleEditor
          // A fresh form after each action, with both changes after a conflict, and with suggested tags.
          key={
            answer?.suggestedTags ??
            (answer?.conflict ? baseVersion : lastAction ? `${lastAction.outcome} ${lastAction.at}` : "first")
          }
          article={article}
          form={typedForm}
          updatedAt={baseVersion}
          preview={answer?.preview ?? preview}
          isPreviewed={answer?.preview !== undefined}
          suggestionsProblem={noSuggestions}
          sentValues={answer?.values}
          refusal={answer && refusalIn({ values: {}, ...answer })}
        >
          {restoredDraft && !answer && <RestoredDraftNotice {...restoredDraft} discardAddress={`${address}/discard`} />}
          {answer?.conflict && (
            <ConflictPanel
              conflict={answer.conflict}
              discard={<DiscardButton address={`${address}/discard`}>discard your changes</DiscardButton>}
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
