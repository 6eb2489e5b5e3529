import {
  data as answer,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { currentUser, isEditorRequest } from "~/auth/session.server";
import { ArticleGrid } from "~/components/articles/article-card";
import { NotesContext } from "~/components/evidence/footnotes";
import { CardGrid } from "~/components/experts/card-grid";
import { ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice, NoticePage } from "~/components/ui/notice";
import { Disclaimer, Prose } from "~/components/ui/prose";
import { page } from "~/http/form.server";
import { siteOf } from "~/http/page-meta";
import { pageStyles } from "~/http/page-styles";
import { articlePage, openArticle } from "~/models/records/articles/page.server";
import { ARTICLES } from "~/models/records/articles/public";
import { withReferences } from "~/models/records/evidence/margin-note";
import { articleMeta } from "./article-meta";
import { ArticleContents, ArticleFooter, ArticleHead } from "./article-text";

/** Shows a published article, or a draft to editors and people with its link. Former addresses redirect to the current one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  return page(async () => {
    const readEditor = async () => ((await isEditorRequest(request)) ? currentUser(request) : null);
    const { article, canEdit } = await openArticle(params.slug ?? "", { token: searchParams.get("draft"), readEditor });
    const isDraft = article.status === "draft";
    const headers: HeadersInit = isDraft ? { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" } : {};
    if (params.slug !== article.slug)
      throw redirect(`${ARTICLES}/${article.slug}${search}`, { status: isDraft ? 302 : 301, headers });
    return answer({ article: await articlePage(article, { canEdit }) }, { headers });
  });
}

export const links = pageStyles;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? articleMeta(data.article, siteOf(matches)) : [{ title: "Article Not Found" }];

export default function ArticleView() {
  const { article } = useLoaderData<typeof loader>();
  const { draft, sections, html, expertCards, relatedCards, expertName } = article;
  return (
    <>
      {draft && (
        <Notice tone="caution" className="mx-auto mt-5 max-w-measure" role="status">
          <strong>Draft.</strong> Readers do not see this article
          {draft.scheduledAt ? (
            <>
              {" "}
              before <ShortTime time={draft.scheduledAt} />
            </>
          ) : (
            " yet"
          )}
          . {draft.editAddress && <Link to={draft.editAddress}>Edit this article</Link>}
        </Notice>
      )}
      <div className="article mx-auto mt-10 max-w-measure">
        <article>
          <NotesContext.Provider value={article.footnotes?.notes ?? []}>
            <ArticleHead article={article} />
          </NotesContext.Provider>
          <ArticleContents sections={sections} />
          <Prose html={withReferences(html, article.footnotes?.notes)} className="mt-6" dir="auto" />
          <ArticleFooter article={article} />
        </article>
        {expertCards.length > 0 && (
          <section aria-labelledby="expert">
            <h2 className="mb-3" id="expert">
              About <bdi>{expertName}</bdi>
            </h2>
            <CardGrid cards={expertCards} />
          </section>
        )}
        {relatedCards.length > 0 && (
          <section aria-labelledby="related-title" id="related">
            <h2 className="mb-3" id="related-title">
              Related articles
            </h2>
            <ArticleGrid cards={relatedCards} />
          </section>
        )}
        <Disclaimer />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error) && error.status === 404 ? error.data?.message : null;
  return (
    <NoticePage title={message ? "Article Not Found" : "Article Not Loaded"}>
      <p>{message ?? "The article could not be loaded. Please try again in a moment."}</p>
      <ButtonLink to={ARTICLES}>All articles</ButtonLink>
    </NoticePage>
  );
}
