import { z } from "zod";
import { EVIDENCE_STATUSES } from "~/models/evidence/evidence";
import { named, time } from "../operation.server";

const text = z.string();
const texts = z.array(z.string());

/** The fields of the record that suggestions have, too. */
export const PROFILE = {
  name: text,
  title: text,
  categories: texts.describe("Keys such as academic."),
  longevityContribution: text,
  biography: text.describe("Markdown."),
  imageUrl: text.describe("A path on this site, or empty."),
  customGptUrl: text,
  longevityInterviewTitle: text,
  longevityInterviewImageUrl: text,
  longevityInterviewShortDescription: text,
  longevityInterviewLongDescription: text,
  longevityInterviewDownloadNotesUrl: text,
  longevityInterviewVideoEmbed: text,
  productTitle: text,
  productImageUrl: text,
  productDescription: text,
  productButtonText: text,
  productButtonUrl: text,
  youtubeEmbeds: texts,
  books: texts.describe("Each title|author."),
  scienceHighlights: texts.describe("Each topic|summary."),
  referenceLinks: texts.describe("Each label|address."),
  linkKinds: texts.describe("Each kind|address."),
  sources: texts,
  affiliation: text,
  orcid: text.describe("Bare identifier, empty while unknown."),
  wikidata: text,
  openalex: text,
  ror: text,
  interests: text.describe("Disclosed interests."),
};

const record = {
  id: text,
  slug: text,
  ...PROFILE,
  featured: z.boolean(),
  reviewedAt: time.nullable().describe("When an editor last reviewed the profile."),
  origin: text.describe("For example starter."),
  createdAt: time,
  updatedAt: time,
};

export const Expert = named("Expert", z.object(record));

const identified = {
  identifiers: z.object({
    orcid: text.nullable(),
    wikidata: text.nullable(),
    openalex: text.nullable(),
    ror: text.nullable(),
  }),
  links: z.array(z.object({ title: text, url: text, kind: z.enum(["own", "profile", "about"]) })),
};

export const IdentifiedExpert = named("IdentifiedExpert", z.object({ ...record, ...identified }));

const work = {
  openalex: text,
  doi: text,
  title: text,
  year: z.int().nullable(),
  venue: text,
  citations: z.int(),
  retracted: z.boolean(),
};

const Work = named("Work", z.object(work));

export const AdminWork = named(
  "AdminWork",
  z.object({ ...work, status: z.enum(["suggested", "accepted", "dismissed"]), isRetractionNew: z.boolean() }),
);

export const PublicEvidence = named(
  "PublicEvidence",
  z.object({
    field: text,
    sentence: text,
    quote: text,
    status: z.enum(EVIDENCE_STATUSES),
    keptBy: text.describe("The editor who keeps a sentence without a source."),
    source: z.object({ url: text, title: text, retrievedAt: text }).nullable(),
  }),
);

/** What GET /api/experts/{slug} gives. */
export const ExpertView = named(
  "ExpertView",
  z.object({
    ...record,
    ...identified,
    works: z.array(Work),
    evidence: z.array(PublicEvidence),
    claimedAt: time.nullable(),
    confirmedAt: time.nullable(),
  }),
);

export const ExpertSummary = named(
  "ExpertSummary",
  Expert.omit({
    biography: true,
    youtubeEmbeds: true,
    longevityInterviewVideoEmbed: true,
    linkKinds: true,
    sources: true,
    affiliation: true,
    orcid: true,
    wikidata: true,
    openalex: true,
    ror: true,
    interests: true,
    reviewedAt: true,
    origin: true,
  }),
);

export const Candidates = z.object({
  candidates: z.array(
    z.object({
      orcid: text,
      wikidata: text,
      openalex: text,
      name: text,
      description: text,
      employers: z.array(z.object({ name: text, ror: text })),
      fields: texts,
      works: z.array(Work.partial().required({ title: true, year: true })),
      links: texts,
      reasons: texts.describe("What speaks for this candidate besides the name."),
    }),
  ),
  problems: texts.describe("Registries that could not be asked."),
});

export const FeaturedExperts = z.object({
  featured: z.array(z.object({ id: text, slug: text, name: text, title: text, image: text.nullable() })),
});
