import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { DeleteDialog } from "~/components/admin/delete-dialog";
import { Empty, FigureInLine, FiguresLine, PageLine, RowActions } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { formatResultCount } from "~/models/base/text/numbers";
import { adminArticles, articleFigures, articlePageQueryOf } from "~/models/editing/articles/admin-list.server";
import { featuredArticleList, moveFeaturedArticle } from "~/models/editing/articles/featured.server";
import { DELETE_HINT, deleteQuestion, MAX_FEATURED } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES, articleListAddress } from "~/models/records/articles/list";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { ArticleFilters } from "./article-filters";
import { ArticleRows } from "./article-rows";
import { FEATURED_ORDER, FeaturedArticles } from "./featured-articles";

/** Shows the article repository. `?deleted=` offers to undo that deletion. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { search, status, type, ...query } = articlePageQueryOf(searchParams);
    const [list, figures, featured] = await Promise.all([
      adminArticles(editor, { ...query, search, status, type }, { nearest: true }),
      articleFigures(editor),
      featuredArticleList(editor),
    ]);
    const deleted = await deletedArticle(editor, searchParams.get("deleted"));
    return { ...list, figures, featured, filters: { search, status, type }, deleted };
  });
}

async function deletedArticle(editor: Editor, id: string | null) {
  const row = id ? await articleForAdmin(editor, id).catch(() => null) : null;
  return row?.deletedAt ? { id: row.id, title: row.title } : null;
}

/** Moves a featured article by one place. `/admin/articles/:id/featured` features and unfeatures. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await moveFeaturedArticle(await requireEditor(request, context), fields);
    return redirect(`${ADMIN_ARTICLES}#${FEATURED_ORDER}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Manage Articles${data && data.currentPage > 1 ? `, page ${data.currentPage}` : ""} | Admin` },
];

export default function Articles() {
  const { articles, total, totalPages, currentPage, figures, featured, filters, deleted } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [articleToDelete, setArticleToDelete] = useState<{ id: string; title: string } | null>(null);
  const listAddress = articleListAddress({ ...filters, page: currentPage });
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageLine className="mb-2! [&>h1]:flex-none!">
        <h1>Manage Articles</h1>
        <ArticleFigures figures={figures} />
      </PageLine>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {deleted && <DeletedArticle article={deleted} returnTo={listAddress} />}
      <FeaturedArticles featured={featured} hasPublished={figures.published > featured.length} />
      <section aria-labelledby="articles" className="mt-0!">
        <h2 id="articles" className="sr-only">
          All articles
        </h2>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <AdminSearch action={ADMIN_ARTICLES} search={filters.search} label="Search articles">
            <ArticleFilters status={filters.status} type={filters.type} />
          </AdminSearch>
          <p aria-live="polite" className="text-sm empty:hidden text-muted [&_a]:underline">
            {isFiltered && `${filters.search ? formatResultCount(total) : total.toLocaleString("en")} found. `}
            {isFiltered && <Link to={ADMIN_ARTICLES}>Show all</Link>}
            {totalPages > 1 && ` Page ${currentPage} of ${totalPages.toLocaleString("en")}`}
          </p>
          <RowActions className="md:ml-auto">
            <ButtonLink small to={`${ADMIN_ARTICLES}/new`}>
              New article
            </ButtonLink>
            <ButtonLink quiet small to={`${ADMIN_ARTICLES}/trash`}>
              Trash
            </ButtonLink>
          </RowActions>
        </div>
        {articles.length === 0 ? (
          <Empty>
            {isFiltered ? "No articles found. Try adjusting your search or filters." : "There are no articles yet."}
          </Empty>
        ) : (
          <ArticleRows articles={articles} listAddress={listAddress} onDelete={setArticleToDelete} />
        )}
        <Pagination
          page={currentPage}
          totalPages={totalPages}
          address={(number) => articleListAddress({ ...filters, page: number })}
        />
      </section>
      <DeleteDialog
        deletion={
          articleToDelete && {
            id: articleToDelete.id,
            title: "Delete Article",
            question: deleteQuestion(articleToDelete.title),
            hint: DELETE_HINT,
          }
        }
        path="/api/admin/articles"
        addressAfter={(id) => `${listAddress}${listAddress.includes("?") ? "&" : "?"}deleted=${id}`}
        onClose={() => setArticleToDelete(null)}
      />
    </>
  );
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Shows the six numbers of the repository. */
function ArticleFigures({ figures }: { figures: LoaderData["figures"] }) {
  const cards: [label: string, value: string | number, hint?: string][] = [
    ["Total", figures.total],
    ["Published", figures.published],
    ["Featured", `${figures.featured} / ${MAX_FEATURED}`, "Maximum allowed"],
    ["Drafts", figures.drafts],
    [`${ARTICLE_TYPES[1].label}s`, figures.researchInsights],
    [`${ARTICLE_TYPES[0].label}s`, figures.expertiseTips],
  ];
  return (
    <FiguresLine className="mr-auto">
      {cards.map(([label, value, hint]) => (
        <FigureInLine key={label} label={label}>
          {value.toLocaleString("en")}
          {hint && <span className="sr-only"> {hint}</span>}
        </FigureInLine>
      ))}
    </FiguresLine>
  );
}

/** Names the article that was just deleted, with a button to undo it. */
function DeletedArticle({ article, returnTo }: { article: { id: string; title: string }; returnTo: string }) {
  return (
    <Notice role="status">
      <Form method="post" action={`${ADMIN_ARTICLES}/${article.id}/restore`}>
        <input type="hidden" name="returnTo" value={returnTo} />“{article.title}” is in the trash.{" "}
        <Button type="submit" quiet small>
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
