import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { CitedText, Footnotes } from "~/components/evidence/footnotes";
import { ExpertResults } from "~/components/experts/expert-results";
import { ListFailure } from "~/components/experts/list-notices";
import { FollowLink } from "~/components/follows/follow-link";
import { ButtonLink, PILL_CLASS } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { NoticePage } from "~/components/ui/notice";
import { Count, EmptyState, PageHeader } from "~/components/ui/page-header";
import { listPage } from "~/http/form.server";
import { breadcrumbs, feedLink, itemList, pageMeta, siteOf } from "~/http/page-meta";
import { pageStyles } from "~/http/page-styles";
import { formatNumber } from "~/models/base/text/numbers";
import { cardPage, pageQueryOf } from "~/models/records/directory/lists.server";
import { canonicalAddress, DIRECTORY_PAGE_SIZE, listAddress } from "~/models/records/listings/list-address";
import { articlesOfTopic, citedDescription, findTopic } from "~/models/records/topics/topics.server";

const MAX_ARTICLES = 12;

export async function loader({ request, params }: LoaderFunctionArgs) {
  return listPage(request, canonicalAddress, async (filters) => {
    const topic = await findTopic(params.slug ?? "");
    const { slug, name, otherNames, description, narrower, above } = topic;
    if (slug !== params.slug) throw redirect(`/topics/${slug}`, 301);
    const query = { ...pageQueryOf(filters, DIRECTORY_PAGE_SIZE), search: "", category: "", facets: { topic: [slug] } };
    return {
      topic: { slug, name, otherNames, description },
      above: above && { slug: above.slug, name: above.name },
      narrower: narrower.map((topic) => ({ slug: topic.slug, name: topic.name, experts: topic.experts })),
      list: await cardPage(query),
      articles: await articlesOfTopic(topic, MAX_ARTICLES),
      ...(await citedDescription(topic)),
      sort: query.sort ?? "",
    };
  });
}

export const links = pageStyles;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: "Unknown Topic" }];
  const { topic, list, sort } = data;
  const { siteName, origin } = siteOf(matches);
  const path = `/topics/${topic.slug}`;
  const title = [topic.name, list.page > 1 && `page ${list.page}`].filter(Boolean).join(", ");
  return [
    ...pageMeta({
      title,
      description: topic.description || `People in this directory who work on ${topic.name}.`,
      siteName,
      origin,
      path: listAddress(path, { page: sort ? 1 : list.page }),
      noindex: list.total === 0,
      data: [
        {
          "@type": "DefinedTerm",
          "@id": origin + path,
          name: topic.name,
          alternateName: topic.otherNames.length > 0 ? topic.otherNames : undefined,
          description: topic.description || undefined,
          inDefinedTermSet: `${origin}/topics`,
          url: origin + path,
        },
        itemList(origin, list.cards, (list.page - 1) * DIRECTORY_PAGE_SIZE + 1),
        breadcrumbs(origin, [
          ["Home", "/"],
          ["Topics", "/topics"],
          [topic.name, path],
        ]),
      ],
    }),
    feedLink(path, topic.name),
  ];
};

export default function TopicPage() {
  const { topic, above, narrower, list, articles, sort, lead, footnotes } = useLoaderData<typeof loader>();
  const { slug, name, otherNames } = topic;
  const path = `/topics/${slug}`;
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        lead={
          lead.length > 0 && (
            <bdi>
              <CitedText pieces={lead} />
            </bdi>
          )
        }
        crumbs={
          <>
            <Link to="/topics">Topics</Link>
            {above && (
              <>
                {" › "}
                <Link dir="auto" to={`/topics/${above.slug}`}>
                  {above.name}
                </Link>
              </>
            )}
          </>
        }
      >
        {otherNames.length > 0 && (
          <p className="text-sm text-muted">
            Also called <bdi>{otherNames.join(", ")}</bdi>.
          </p>
        )}
        {narrower.length > 0 && (
          <ul className="mt-3.5 flex flex-wrap gap-1.5" aria-label="Narrower topics">
            {narrower.map((narrowerTopic) => (
              <li key={narrowerTopic.slug}>
                <Link className={`${PILL_CLASS} border-line bg-surface`} to={`/topics/${narrowerTopic.slug}`}>
                  <bdi>{narrowerTopic.name}</bdi> <Count>{formatNumber(narrowerTopic.experts)}</Count>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-3 text-sm">
          <Link className="underline" to={listAddress("/directory", { facets: { topic: [slug] } })}>
            Search and filter these people
          </Link>{" "}
          <FollowLink path={path} />
        </p>
      </PageHeader>
      <ExpertResults
        list={list}
        path={path}
        filters={{ sort }}
        nouns={["expert", "experts"]}
        empty={
          <EmptyState>
            <p>Nobody in the directory has this topic yet.</p>
            <ButtonLink to="/topics">All Topics</ButtonLink>
          </EmptyState>
        }
      />
      {articles.length > 0 && (
        <section className="mt-10" aria-labelledby="articles">
          <h2 id="articles">Articles</h2>
          <ul className="mt-2">
            {articles.map((article) => (
              <li key={article.slug}>
                <Link dir="auto" className="inline-block py-1 underline" to={`/articles/${article.slug}`}>
                  {article.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {footnotes && (
        <section className="mt-10" aria-labelledby="sources">
          <h2 id="sources">Sources</h2>
          <Footnotes {...footnotes} />
        </section>
      )}
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ListFailure />;
  return (
    <NoticePage title="Unknown Topic">
      <p>There is no topic at this address.</p>
      <ButtonLink to="/topics">All Topics</ButtonLink>
    </NoticePage>
  );
}
