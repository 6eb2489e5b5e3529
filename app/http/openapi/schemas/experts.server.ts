import { z } from "zod";
import { EditorFields } from "~/models/editing/experts/drafts.server";
import { FACET_FILTERS } from "~/models/records/directory/facet-filters.server";
import { EVIDENCE_KINDS, EVIDENCE_STATUSES } from "~/models/records/evidence/evidence";
import { EXPERT_RECORD, LISTED_FIELDS } from "~/models/records/experts/fields";
import { IDENTIFIERS, ofEach, PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { ExpertInput } from "~/models/records/experts/input.server";
import { OTHER_FORMS } from "~/models/records/experts/other-forms.server";
import { categories } from "~/models/records/listings/categories";
import { FACETS, type Facet } from "~/models/records/listings/facets";
import { SORTS } from "~/models/records/listings/list-address";
import { answerSchemasOf } from "~/models/records/shared/schema.server";
import { named, Paging, time } from "../operation.server";
import { forNewSentences, publicSource, updatedAt as sentUpdatedAt } from "./evidence.server";

const text = z.string();
const texts = z.array(z.string());

const { slug, featured, status, ...profile } = answerSchemasOf(EXPERT_RECORD);

export const Position = named(
  "Position",
  z.object({
    role: text,
    institution: z.object({ name: text, ror: text, url: text }),
    city: text,
    country: text,
    from: text.describe("A year, month or day, empty while unknown."),
    to: text.nullable().describe("null while it lasts, “ended” where the year is not known."),
    source: z.object({ url: text, title: text }).nullable(),
    assertedBy: text.describe("The person or organisation that states the position."),
    checkedAt: text,
    disputed: z
      .object({ text, url: text })
      .nullable()
      .describe("A statement that contradicts the position, and its address, or null."),
  }),
);

/** The fields that profiles and suggestions share. */
export const PROFILE = profile;

const recordFields = {
  id: text,
  slug,
  ...PROFILE,
  positions: z.array(Position).describe("All positions in order; the present one is first."),
  status,
  featured,
  reviewedAt: time.nullable().describe("The time of the last review by an editor."),
  origin: text.describe("The origin of the record, for example `starter`."),
  createdAt: time,
  updatedAt: time,
};

export const Expert = named("Expert", z.object(recordFields));

const identityFields = {
  identifiers: z.object(ofEach(IDENTIFIERS, () => text.nullable())),
  links: z.array(z.object({ title: text, url: text, kind: z.enum(["own", "profile", "about"]) })),
};

export const IdentifiedExpert = named("IdentifiedExpert", z.object({ ...recordFields, ...identityFields }));

const workFields = {
  openalex: text,
  doi: text,
  title: text,
  year: z.int().nullable(),
  venue: text,
  citations: z.int().nullable().describe("The count of OpenAlex, or null for a work without an identifier there."),
  retracted: z.boolean().nullable().describe("The statement of OpenAlex, or null for a work that is not there."),
  subjects: z
    .array(z.object({ id: text, name: text }))
    .describe("The topics and keywords of the work at OpenAlex, with their identifiers."),
  highlighted: z.boolean().describe("The person chose it to come first."),
};

const Work = named("Work", z.object(workFields));

export const AdminWork = named(
  "AdminWork",
  z.object({ ...workFields, status: z.enum(["suggested", "accepted", "dismissed"]), isRetractionNew: z.boolean() }),
);

export const PublicEvidence = named(
  "PublicEvidence",
  z.object({
    field: text,
    sentence: text,
    kind: z.enum(EVIDENCE_KINDS).describe("A reference has no quote."),
    quote: text,
    status: z.enum(EVIDENCE_STATUSES),
    keptBy: text.describe("The name of the editor who keeps the sentence without a source."),
    checkedBy: text.describe("The name of the editor who read the source of a reference."),
    checkedAt: text.describe("The time of that check, or of the last search for the quote in its page."),
    source: z.object(publicSource).nullable(),
  }),
);

export const ImageCredit = z.object({ author: text, licence: text, licenceUrl: text, source: text });

/** The answer of GET /api/experts/{slug}. */
export const ExpertView = named(
  "ExpertView",
  z.object({
    ...recordFields,
    ...identityFields,
    image: z
      .object({ url: text, alt: text, credit: ImageCredit.nullable() })
      .nullable()
      .describe("The image at `imageUrl` if this site stores it, with its author if that is recorded."),
    works: z.array(Work),
    evidence: z.array(PublicEvidence),
    claimedAt: time.nullable(),
    confirmedAt: time.nullable(),
  }),
);

const { id, createdAt, updatedAt } = recordFields;
const listedFields = Object.fromEntries(LISTED_FIELDS.map((name) => [name, recordFields[name]]));

export const ExpertSummary = named("ExpertSummary", z.object({ id, ...listedFields, createdAt, updatedAt }));

const match = z.object({
  field: text.describe("The field of the line, for example `books`, `works` or `biography`."),
  text,
  condition: text.describe("The words of the search that the line meets."),
});

const FoundExpert = named(
  "FoundExpert",
  z.object({
    id,
    ...listedFields,
    createdAt,
    updatedAt,
    match: match
      .nullable()
      .optional()
      .describe("In a search, the line that has the words, or null if name, title and contribution have them."),
  }),
);

export const Candidates = z.object({
  candidates: z.array(
    z.object({
      ...ofEach(PERSONAL_IDENTIFIERS, () => text),
      name: text,
      description: text,
      employers: z.array(z.object({ name: text, ror: text })),
      fields: texts,
      works: z.array(Work.partial().required({ title: true, year: true })),
      links: texts,
      reasons: texts.describe("The evidence for this candidate besides the name."),
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

const valueCounts = z.record(z.string(), z.int());

export const EXPERT_LIST = {
  experts: z.array(FoundExpert),
  ...Paging,
  isCapped: z.literal(true).optional(),
  corrected: text.nullable().optional().describe("The corrected words that were searched for."),
  leftOut: texts
    .optional()
    .describe(
      "Words that those who are found do not all have, because nobody has all, or because no record says so of anybody, such as women.",
    ),
  whole: z
    .int()
    .optional()
    .describe("If `leftOut` names words, the number of people who have all words. They come first."),
  mentioned: z
    .array(FoundExpert)
    .optional()
    .describe(
      "With a search for a place: at most ten who do not work there and whose records name it. They are not among the experts, nor in the total.",
    ),
  facets: z
    .object(
      Object.fromEntries([...FACETS, "category"].map((facet) => [facet, valueCounts])) as Record<
        Facet | "category",
        typeof valueCounts
      >,
    )
    .describe("The number of people with each value. With `countedFirst` the real number can be higher."),
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
  countedFirst: z.int().optional().describe("The number of people that the facets count, when they do not count all."),
};

const sentImage = text.optional().meta({
  description: "An address on this site, or a data URL.",
  anyOf: [{ pattern: "^data:" }, { maxLength: EXPERT_RECORD.imageUrl.max }],
});

/** The fields of a profile in requests. */
export const ExpertFields = ExpertInput.extend({
  imageUrl: sentImage,
  longevityInterviewImageUrl: sentImage,
  productImageUrl: sentImage,
});

export const NewExpert = ExpertFields.extend({
  ...OTHER_FORMS,
  relistReason: text.optional().describe("The reason to list a person who asked not to be listed."),
  compared: z.boolean().optional().describe("True if an editor compared the person behind the new identifiers."),
  ...forNewSentences,
  ...EditorFields.shape,
});

export const ExpertEdit = NewExpert.partial().extend({
  updatedAt: sentUpdatedAt,
  version: text
    .optional()
    .describe(
      "The `version` of notes, sorting and state that you read in /api/admin/experts. If they have changed since, the answer is 409.",
    ),
});

/** A profile in the list for editors, public or not. */
export const AdminExpert = named(
  "AdminExpert",
  z.object({
    id: text,
    slug,
    name: text,
    title: text,
    state: z.enum(["draft", "scheduled", "public"]),
    publishAt: time.nullable(),
    notes: text.describe("Notes that only editors see."),
    sortName: text.describe("The name to sort by, as an editor set it. Empty for the automatic one."),
    createdAt: time,
    updatedAt: time,
    version: text.describe("The version of notes, sorting and state."),
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
