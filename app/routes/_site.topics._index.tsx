import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { Count, EmptyState, PageHeader } from "~/components/ui/page-header";
import { page } from "~/http/form.server";
import { breadcrumbs, pageMeta, siteOf } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { formatNumber } from "~/models/base/text/numbers";
import { publicTopic, topicsWithCounts } from "~/models/records/topics/topics.server";

const PATH = "/topics";

export const links = formPageStyles;

/** Lists all topics; narrower topics stand below their broader topic. */
export async function loader() {
  return page(async () => ({ topics: (await topicsWithCounts()).map(publicTopic) }));
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const { siteName, origin } = siteOf(matches);
  return pageMeta({
    title: "Topics",
    description: "What the people of this directory work on, by topic.",
    siteName,
    origin,
    path: PATH,
    data: [
      breadcrumbs(origin, [
        ["Home", "/"],
        ["Topics", PATH],
      ]),
    ],
  });
};

type Topic = ReturnType<typeof publicTopic>;

export default function Topics() {
  const { topics } = useLoaderData<typeof loader>();
  const isTop = ({ broader }: Topic) => !topics.some(({ slug }) => slug === broader);
  return (
    <>
      <PageHeader title="Topics" lead="What the people of this directory work on." />
      {topics.length === 0 && (
        <EmptyState>
          <p>There are no topics yet.</p>
        </EmptyState>
      )}
      <ul className="mt-6 grid gap-x-8 gap-y-4 fill-cols-60">
        {topics.filter(isTop).map((topic) => {
          const narrowerTopics = topics.filter(({ broader }) => broader === topic.slug);
          return (
            <li key={topic.slug}>
              <TopicLink topic={topic} className="font-semibold" />
              {narrowerTopics.length > 0 && (
                <ul className="mt-1 ml-3">
                  {narrowerTopics.map((narrowerTopic) => (
                    <li key={narrowerTopic.slug}>
                      <TopicLink topic={narrowerTopic} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function TopicLink({ topic: { slug, name, experts }, className = "" }: { topic: Topic; className?: string }) {
  return (
    <Link className={`inline-block py-1 ${className}`} to={`${PATH}/${slug}`}>
      <bdi>{name}</bdi> <Count>{formatNumber(experts)}</Count>
    </Link>
  );
}
