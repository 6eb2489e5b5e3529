import { z } from "zod";
import type { Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { tool } from "~/models/base/parts/tool.server";
import { currentTopics } from "~/models/records/experts/topics.server";
import { publicTopic, topicsWithCounts } from "./topics.server";

export const topicsPart = {
  tables: {
    topics: {
      texts: { slug: "readers", name: "readers", otherNames: "readers", description: "readers" },
      locate: ({ slug, name }) => ({ what: "Topic", title: name, href: `/admin/topics/${slug}`, isPublic: true }),
      silent: ["broader", "openalex"],
      handedOut: { exported: "topics", dataset: "not: profiles name their topics there" },
    },
    topicSlugs: {
      key: ["slug"],
      texts: { slug: "stays: a former address, which leads to the topic" },
      handedOut: { exported: "topics", dataset: "not: profiles name their topics there" },
    },
    rejectedTopics: {
      key: ["expertRowId", "topicRowId"],
      person: {
        expertRowId: {
          merge: moveOnce("rejectedTopics", "expertRowId", ["topicRowId"]),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      handedOut: { exported: "experts", dataset: "not: decisions of editors" },
    },
  },
  addresses: { reserved: ["topics"] },
  sitemap: { pages: topicPages },
  tools: {
    list_topics: tool({
      title: "List topics",
      description: "The topics that people in the directory work on, with how many each has.",
      input: z.object({}),
      async read() {
        return { topics: (await topicsWithCounts()).map(publicTopic) };
      },
    }),
  },
  adminPages: [
    {
      to: "/admin/topics",
      label: "Topics",
      purpose: "Names and other names of topics, and merging",
      place: "Manage Experts",
      rank: 4,
    },
  ],
} satisfies Part;

async function topicPages(): Promise<string[]> {
  const topics = (await currentTopics()).map(({ slug }) => `/topics/${slug}`);
  return topics.length > 0 ? ["/topics", ...topics] : [];
}
