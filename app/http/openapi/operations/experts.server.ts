import { z } from "zod";
import { SORTS } from "~/models/experts/list-address";
import { Sources } from "../answers/evidence.server";
import {
  AdminWork,
  Candidates,
  Expert,
  ExpertSummary,
  ExpertView,
  FeaturedExperts,
  IdentifiedExpert,
} from "../answers/experts.server";
import { type Operations, Paging, paged, Success, search, time } from "../operation.server";

const found = {
  category: z.string().optional().describe("Keys or slugs of categories, separated by commas."),
  sort: z.enum(["", ...(Object.keys(SORTS) as (keyof typeof SORTS)[])]).optional(),
};
const list = { experts: z.array(ExpertSummary), ...Paging, isCapped: z.literal(true).optional() };

export const publicExperts: Operations = {
  "GET /api/experts": {
    summary: "All experts, up to 1,000 at a time; the Link header leads to the rest, X-Total-Count counts them",
    access: "public",
    query: z.object({ ...paged(1_000, 1_000), ...search, ...found }),
    answer: z.array(ExpertSummary),
  },
  "GET /api/experts/paginated": {
    summary: "One page of the experts",
    access: "public",
    query: z.object({ ...paged(24), ...search, ...found }),
    answer: z.object(list),
  },
  "GET /api/experts/homepage": {
    summary: "One page of the experts, and the featured ones",
    access: "public",
    query: z.object({ ...paged(12), ...search, ...found }),
    answer: z.object({ featured: z.array(ExpertSummary), ...list }),
  },
  "GET /api/experts/{slug}": {
    summary: "One expert with works and the source of each sentence; a former slug leads there, too",
    access: "public",
    answer: ExpertView,
    problems: [410],
  },
  "GET /api/oembed": {
    summary: "A card of a profile for other sites, by oembed.com",
    access: "public",
    query: z.object({
      url: z.string().describe("The address of a profile."),
      format: z.literal("json").optional(),
      maxwidth: z.int().optional(),
      maxheight: z.int().optional(),
    }),
    answer: z.object({
      version: z.literal("1.0"),
      type: z.literal("rich"),
      title: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      cache_age: z.int(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
    }),
    problems: [404, 410, 501],
  },
};

export const dataset: Operations = {
  "GET /api/changes": {
    summary: "Which profiles and articles were added, changed and removed, the earliest first, up to 200 at a time",
    access: "public",
    query: z.object({ since: z.string().optional().describe("The next of the last answer, or a time in UTC.") }),
    answer: z.object({
      changes: z.array(
        z.object({
          kind: z.enum(["expert", "article"]),
          id: z.string(),
          change: z.enum(["added", "changed", "removed"]),
          slug: z.string().nullable().describe("null once it is removed."),
          at: time,
        }),
      ),
      next: z.string().describe("Send it as since to go on, at once if there is more, or later."),
      more: z.boolean(),
    }),
  },
  "GET /api/dataset/{format}": {
    summary: "All public profiles as a dated file: csv, or jsonld by schema.org",
    access: "public",
    answer: z.looseObject({}),
    media: ["text/csv", "application/ld+json"],
  },
};

const ids = z.array(z.string());

export const expertEditing: Operations = {
  "POST /api/admin/experts": {
    summary: "Adds an expert; images may come as data URLs",
    access: "editor",
    answer: ExpertView,
    status: 201,
  },
  "PUT /api/experts/{slug}": {
    summary: "Changes the given fields; with an updatedAt that is not the present one it answers 409",
    access: "editor",
    answer: ExpertView,
    problems: [410],
  },
  "DELETE /api/experts/{slug}": { summary: "Puts an expert into the trash", access: "editor", answer: Success },
  "POST /api/admin/experts/{id}/restore": {
    summary: "Takes an expert out of the trash",
    access: "editor",
    query: z.object({ relistReason: z.string().optional().describe("For a person who asked to be taken off.") }),
    answer: ExpertView,
  },
  "POST /api/admin/experts/bulk-delete": {
    summary: "Puts at most 100 experts into the trash",
    access: "editor",
    answer: z.object({ success: z.literal(true), deleted: ids }),
  },
  "POST /api/admin/experts/bulk-restore": {
    summary: "Takes at most 100 experts out of the trash",
    access: "editor",
    answer: z.object({ success: z.literal(true), restored: ids }),
  },
  "PATCH /api/experts/{id}/featured": { summary: "Features an expert, or ends it", access: "editor", answer: Expert },
  "PUT /api/admin/featured/order": {
    summary: "Orders the featured experts",
    access: "editor",
    answer: FeaturedExperts,
  },
  "GET /api/admin/experts/{id}/identifiers": {
    summary: "Who the person may be at ORCID, Wikidata and OpenAlex, with reasons",
    access: "editor",
    query: z.object({ name: z.string().optional().describe("The expert's own name unless given.") }),
    answer: Candidates,
    problems: [502],
  },
  "PUT /api/admin/experts/{id}/identifiers": {
    summary: "Accepts identifiers; null clears one",
    access: "editor",
    answer: IdentifiedExpert,
    problems: [502],
  },
  "GET /api/admin/experts/{id}/works": {
    summary: "The stored works",
    access: "editor",
    answer: z.object({ works: z.array(AdminWork) }),
  },
  "POST /api/admin/experts/{id}/works": {
    summary: "Accepts and dismisses works; without either it asks OpenAlex anew",
    access: "editor",
    answer: z.object({ works: z.array(AdminWork) }),
    problems: [502],
  },
  "GET /api/admin/experts/{id}/evidence": {
    summary: "The sentences of a profile with their sources",
    access: "editor",
    answer: Sources,
  },
  "POST /api/admin/experts/{id}/evidence": {
    summary: "Changes the sources of a profile",
    access: "editor",
    answer: Sources,
    status: 201,
  },
};
