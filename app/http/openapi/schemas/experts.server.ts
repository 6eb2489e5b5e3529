import { z } from "zod";
import { EditorFields } from "~/models/editing/experts/drafts.server";
import { FACET_FILTERS } from "~/models/records/directory/facet-filters.server";
import { EVIDENCE_KINDS, EVIDENCE_STATUSES } from "~/models/records/evidence/evidence";
import { EXPERT_RECORD, LISTED_FIELDS } from "~/models/records/experts/fields";
import { IDENTIFIERS, ofEach, PERSONAL } from "~/models/records/experts/identifiers";
import { ExpertInput } from "~/models/records/experts/input.server";
import { OTHER_FORMS } from "~/models/records/experts/other-forms.server";
import { categories } from "~/models/records/listings/categories";
import { FACETS, type Facet } from "~/models/records/listings/facets";
import { SORTS } from "~/models/records/listings/list-address";
import { answersOf } from "~/models/records/shared/schema.server";
import { named, Paging, time } from "../operation.server";
import { forNewSentences, publicSource, updatedAt as sentUpdatedAt } from "./evidence.server";

const text = z.string();
const texts = z.array(z.string());

const { slug, featured, status, ...profile } = answersOf(EXPERT_RECORD);

export const Position = named(
  "Position",
  z.object({
    role: text,
    institution: z.object({ name: text, ror: text, url: text }),
    city: text,
    country: text,
    from: text.describe("A year or day, empty while unknown."),
    to: text.nullable().describe("null while it lasts, “ended” where the year is not known."),
    source: z.object({ url: text, title: text }).nullable(),
    assertedBy: text.describe("Who says so."),
    checkedAt: text,
    disputed: z
      .object({ text, url: text })
      .nullable()
      .describe("What others say against it, and where; null for nothing."),
  }),
);

/** The fields of the record that suggestions have, too. */
export const PROFILE = profile;

const record = {
  id: text,
  slug,
  ...PROFILE,
  positions: z.array(Position).describe("In order, the present one first."),
  status,
  featured,
  reviewedAt: time.nullable().describe("When an editor last reviewed the profile."),
  origin: text.describe("For example starter."),
  createdAt: time,
  updatedAt: time,
};

export const Expert = named("Expert", z.object(record));

const identified = {
  identifiers: z.object(ofEach(IDENTIFIERS, () => text.nullable())),
  links: z.array(z.object({ title: text, url: text, kind: z.enum(["own", "profile", "about"]) })),
};

export const IdentifiedExpert = named("IdentifiedExpert", z.object({ ...record, ...identified }));

const work = {
  openalex: text,
  doi: text,
  title: text,
  year: z.int().nullable(),
  venue: text,
  citations: z.int().nullable().describe("As OpenAlex counts them; null where a work has no identifier of OpenAlex."),
  retracted: z.boolean().nullable().describe("As OpenAlex says; null where it does not have the work."),
  subjects: z
    .array(z.object({ id: text, name: text }))
    .describe("Its topics and keywords at OpenAlex, with their identifiers."),
  highlighted: z.boolean().describe("The person chose it to come first."),
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
    kind: z.enum(EVIDENCE_KINDS).describe("A reference has no quote."),
    quote: text,
    status: z.enum(EVIDENCE_STATUSES),
    keptBy: text.describe("The editor who keeps a sentence without a source."),
    checkedBy: text.describe("Who read the source of a reference."),
    checkedAt: text.describe("When that was, or when a quote was last looked for in its page."),
    source: z.object(publicSource).nullable(),
  }),
);

export const ImageCredit = z.object({ author: text, licence: text, licenceUrl: text, source: text });

/** What GET /api/experts/{slug} gives. */
export const ExpertView = named(
  "ExpertView",
  z.object({
    ...record,
    ...identified,
    image: z
      .object({ url: text, alt: text, credit: ImageCredit.nullable() })
      .nullable()
      .describe("The image at imageUrl, where this site has it; who made it, where that is on record."),
    works: z.array(Work),
    evidence: z.array(PublicEvidence),
    claimedAt: time.nullable(),
    confirmedAt: time.nullable(),
  }),
);

const { id, createdAt, updatedAt } = record;
const listed = Object.fromEntries(LISTED_FIELDS.map((name) => [name, record[name]]));

export const ExpertSummary = named("ExpertSummary", z.object({ id, ...listed, createdAt, updatedAt }));

const match = z.object({
  field: text.describe("For example books, works or biography."),
  text,
  condition: text.describe("The words of the search that the line meets."),
});

const FoundExpert = named(
  "FoundExpert",
  z.object({
    id,
    ...listed,
    createdAt,
    updatedAt,
    match: match
      .nullable()
      .optional()
      .describe("With a search: the line that has its words, null where name, title and contribution have them."),
  }),
);

export const Candidates = z.object({
  candidates: z.array(
    z.object({
      ...ofEach(PERSONAL, () => text),
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

export const EXPERT_FILTERS = {
  category: z.string().optional().describe("Keys or slugs of categories, separated by commas."),
  ...FACET_FILTERS,
  sort: z.enum(["", ...(Object.keys(SORTS) as (keyof typeof SORTS)[])]).optional(),
};

const counts = z.record(z.string(), z.int());

export const EXPERT_LIST = {
  experts: z.array(FoundExpert),
  ...Paging,
  isCapped: z.literal(true).optional(),
  corrected: text.nullable().optional().describe("What was searched for in place of what was misspelt."),
  leftOut: texts
    .optional()
    .describe(
      "Words that those who are found do not all have, because nobody has all, or because no record says so of anybody, such as women.",
    ),
  whole: z
    .int()
    .optional()
    .describe("Where leftOut names words: so many of those who are found have them all the same, and come first."),
  mentioned: z
    .array(FoundExpert)
    .optional()
    .describe(
      "With a search for a place: at most ten who do not work there and whose records name it. They are not among the experts, nor in the total.",
    ),
  facets: z
    .object(
      Object.fromEntries([...FACETS, "category"].map((facet) => [facet, counts])) as Record<
        Facet | "category",
        typeof counts
      >,
    )
    .describe("How many of those found have each value; at least so many where countedFirst is there."),
  nobody: z
    .object({
      topics: z.array(z.object({ slug: text, name: text, experts: z.int() })),
      without: z.array(
        z.object({ filter: z.enum(["search", "category", ...FACETS]), experts: z.int(), isCapped: z.boolean() }),
      ),
      places: z.array(z.object({ country: text, name: text, experts: z.int() })).optional(),
      rest: text.optional(),
      there: z.object({ search: text, experts: z.int(), isCapped: z.boolean() }).optional(),
      name: text.optional(),
    })
    .optional()
    .describe(
      "When nobody is found: the topics nearest to the search, how many there are without each filter, and with a search for a place where those are who have all else of it, which is rest, and how many work there. name is what was searched for, where it is written as a name.",
    ),
  countedFirst: z.int().optional().describe("The facets count the first so many of those found, not all."),
};

const sentImage = text.optional().meta({
  description: "An address on this site, or a data URL.",
  anyOf: [{ pattern: "^data:" }, { maxLength: EXPERT_RECORD.imageUrl.max }],
});

/** The fields of the record as they are sent. */
export const ExpertFields = ExpertInput.extend({
  imageUrl: sentImage,
  longevityInterviewImageUrl: sentImage,
  productImageUrl: sentImage,
});

export const NewExpert = ExpertFields.extend({
  ...OTHER_FORMS,
  relistReason: text.optional().describe("For a person who asked to be taken off."),
  compared: z.boolean().optional().describe("The person behind new identifiers was compared by hand."),
  ...forNewSentences,
});

export const ExpertEdit = NewExpert.partial().extend({ updatedAt: sentUpdatedAt, ...EditorFields.shape });

/** A profile as editors find it, whether it is public or not. */
export const AdminExpert = named(
  "AdminExpert",
  z.object({
    id: text,
    slug,
    name: text,
    title: text,
    state: z.enum(["draft", "scheduled", "public"]),
    publishAt: time.nullable(),
    notes: text.describe("For editors."),
    sortName: text.describe("An editor’s; empty for the guess."),
    createdAt: time,
    updatedAt: time,
  }),
);

export const EXPERT_EXAMPLE = {
  name: "Somebody Known",
  title: "Professor",
  categories: [categories[0].key],
  longevityContribution: "Found how things work.",
  biography: "Born.",
  imageUrl: "",
  customGptUrl: "https://assistant.example/",
  longevityInterviewTitle: "An hour",
  longevityInterviewImageUrl: "",
  longevityInterviewShortDescription: "Short",
  longevityInterviewLongDescription: "Long",
  longevityInterviewDownloadNotesUrl: "https://notes.example/",
  longevityInterviewVideoEmbed: "https://youtu.be/aaaaaaaaaaa",
  productTitle: "A method",
  productImageUrl: "",
  productDescription: "Does it.",
  productButtonText: "Get it",
  productButtonUrl: "https://method.example/",
  youtubeEmbeds: ["https://youtu.be/bbbbbbbbbbb"],
  books: ["A title|An author"],
  scienceHighlights: ["Topic|Summary"],
  referenceLinks: ["Site|https://person.example/"],
  sources: ["A book"],
  slug: "",
  featured: false,
};
