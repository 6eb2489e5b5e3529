import { z } from "zod";
import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { parseReferenceLink } from "~/models/base/text/entry-lines";
import { bareName, foldedNames, sortName } from "~/models/base/text/names.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { withoutMissingImages } from "~/models/base/uploads/missing.server";
import { httpUrl } from "~/models/base/web/urls";
import { type Staged, setState, setStates, type Verdict } from "~/models/editing/imports/import-rows.server";
import { rejectedTopics, rejectTopics } from "~/models/editing/topics/rejected.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { EvidenceList, isEvidenceKnown } from "~/models/records/evidence/transfer.server";
import { toExpert } from "~/models/records/experts/experts.server";
import { EXPERT_LABELS, EXPERT_RECORD, type ExpertField, IMAGE_FIELDS } from "~/models/records/experts/fields";
import { bareId, identityPages, PERSONAL, REGISTRIES } from "~/models/records/experts/identifiers";
import { ExpertInput } from "~/models/records/experts/input.server";
import { publishForSearch, publishListings } from "~/models/records/experts/publish.server";
import { changesTo, personIn, recordOf } from "~/models/records/experts/record.server";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { holdersOf, newIdentifiers } from "~/models/records/experts/same-identifier.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { knownTopics, type NamedTopic, readTopics, slugsOfTopics } from "~/models/records/experts/topics.server";
import { identifies, websiteOf } from "~/models/records/experts/websites.server";
import { GivenCredit, isCreditKnown, noteCredit } from "~/models/records/images/credits.server";
import { publicRecord } from "~/models/records/profiles/public-view.server";
import {
  type Provenance,
  ProvenanceList,
  provenanceOf,
  provenanceOfMany,
} from "~/models/records/provenance/provenance.server";
import { publishMany, whyRefused } from "~/models/records/publish/many.server";
import { publish } from "~/models/records/publish/publish.server";
import { ASKED_NOT_TO_BE_LISTED, askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { namesWhere } from "~/models/records/shared/fields";
import { labelsOf } from "~/models/records/shared/kind";
import { changesBetween } from "~/models/records/shared/revisions.server";
import { RESERVED_SLUGS, slugify } from "~/models/records/shared/slugs.server";
import {
  acceptedWorks,
  addDecidedWorks,
  areWorksDecided,
  dismissedWorks,
  type Work,
  WorkList,
} from "~/models/records/works/works.server";
import type { List, Range } from "../batches.server";
import { type Change, shortened } from "../changes.server";
import type { Kind } from "../kind.server";

/** The long columns of an expert. */
const TEXTS = namesWhere(EXPERT_RECORD, ({ kind, max = 0 }) => kind === "rows" || max >= 10_000);

/** New people are written hidden, until an import publishes all of them together. */
export const experts: Kind & { records: List } = {
  tables: ["experts", "slugs", "works", "rejectedTopics", "evidence", "provenance"],
  records: { table: "experts", key: "rowId", texts: TEXTS, read },
  comparer({ from, topics }) {
    const comparison = new ExpertComparison(from, topics);
    return (input, notes) => comparison.compare(input, notes);
  },
  together,
  async write(tx, rows, { admin, counts }) {
    await addHidden(tx, admin, rows.filter(isNew), counts);
    for (const row of rows) if (!isNew(row)) await change(tx, admin, row);
    return rows.reduce((done, row) => done + (isNew(row) ? 0.5 : 1), 0);
  },
  async changes({ step, subjectRowId }) {
    const row = await readDb.selectFrom("experts").selectAll().where("rowId", "=", subjectRowId).executeTakeFirst();
    return row ? expertChanges(row, step as ExpertStep) : [];
  },
};

/** Each is also indexed again. */
const CHANGES = 10;

function together(rows: Staged[]): Staged[] {
  const [first] = rows;
  if (!first) return [];
  const end = rows.findIndex((row) => isNew(row) !== isNew(first));
  const alike = end < 0 ? rows : rows.slice(0, end);
  return isNew(first) ? alike : alike.slice(0, CHANGES);
}

async function read(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("experts")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .where("deletedAt", "is", null)
    .orderBy("rowId")
    .execute();
  const rowIds = rows.map((row) => row.rowId);
  const found = from.selectFrom("slugs").selectAll().where("expertRowId", "in", rowIds).orderBy("slug");
  const slugs = await found.execute();
  const provenance = await provenanceOfMany(from, "expertRowId", rowIds);
  const evidence = await evidenceOfMany(from, "expertRowId", rowIds);
  const works = await acceptedWorks(from, rowIds);
  const dismissed = await dismissedWorks(from, rowIds);
  const rejected = await rejectedTopics(from, rowIds);
  return rows.map((row) => {
    const former = slugs.filter(({ expertRowId, slug }) => expertRowId === row.rowId && slug !== row.slug);
    const more = { featuredPosition: row.featuredPosition, formerSlugs: former.map(({ slug }) => slug) };
    const known = {
      works: works.get(row.rowId) ?? [],
      dismissedWorks: dismissed.get(row.rowId) ?? [],
      rejectedTopics: rejected.get(row.rowId) ?? [],
      provenance: provenance.get(row.rowId) ?? [],
      evidence: evidence.get(row.rowId) ?? [],
    };
    return { ...publicRecord(toExpert(row)), ...more, ...known };
  });
}

export interface ExpertStep {
  kind: "experts";
  /** The full record of a new person, the changed fields of a known one, all given fields of a question. */
  record: Partial<ExpertInput>;
  /** See `publishMany`. */
  kept: z.output<typeof Kept>;
  origin: string;
  formerSlugs: string[];
  featured: boolean;
  /** null keeps the known provenance. */
  provenance: Provenance[] | null;
  works: Work[] | null;
  dismissedWorks: Work[];
  /** Slugs. */
  rejectedTopics?: string[];
  /** Who made the portrait; null keeps what is known. */
  imageCredit: GivenCredit | null;
  /** null keeps the known evidence. */
  evidence: Evidence[] | null;
  /** Ids of public experts. */
  candidates: string[];
}

const time = z.iso.datetime();
const Kept = z.object({
  id: z.string().min(1).max(100).optional(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  reviewedAt: time.nullable().optional(),
});

const Extras = Kept.extend({
  origin: z.string().max(50).default("import"),
  formerSlugs: z.array(z.string().max(80)).max(1_000).default([]),
  featuredPosition: z.number().int().positive().nullable().optional(),
  provenance: ProvenanceList.nullable().default(null),
  evidence: EvidenceList.nullable().default(null),
  works: WorkList.nullable().default(null),
  dismissedWorks: WorkList.default([]),
  rejectedTopics: z.array(z.string().max(80)).max(1_000).default([]),
  imageCredit: GivenCredit.nullable().default(null),
});

const Person = z.object({
  name: z.string("Please enter a name.").trim().min(1, "Please enter a name."),
  title: z.string().optional(),
  slug: z.string().optional(),
});

/** An address alone, as the dataset has them, takes no label from a link that is here. */
function labelled(links: unknown[], row: ExpertRow): string[] {
  const here = new Map(recordOf(row).referenceLinks.map((entry) => [parseReferenceLink(entry)?.url, entry]));
  return links.map(String).map((link) => here.get(link) ?? link);
}

/** Compares a file's people and remembers earlier ones. */
class ExpertComparison {
  private readonly seen = new Set<string>();
  /** The names of the file's people by their identifiers. */
  private readonly holders = new Map<string, string>();
  private known: Promise<NamedTopic[]> | undefined;

  constructor(
    private readonly from: Queryable,
    private readonly topics: NamedTopic[],
  ) {}

  /** Throws "invalid" for an unusable record. */
  async compare(input: unknown, notes: string[] = []): Promise<Verdict> {
    const extras = parse(Extras, input);
    const { featured: _, ...given } = input as Partial<ExpertInput>;
    parse(Person, given);
    const { record, missing } = withoutMissingImages({ ...given, ...(await this.ownPortrait(given)) });
    if (missing) notes.push(missing);
    if (Array.isArray(record.topics) && record.topics.length > 0)
      record.topics = slugsOfTopics(await this.allTopics(), record.topics.map(String));
    const match = await this.match(record, extras);
    notes.push(...(await this.leaveOutTaken(record, match.row)));
    const shared = { notes, record, extras };
    const verdict = match.row ? await this.changed(match.row, shared) : await this.unknown(match, shared);
    return { ...verdict, featuredPosition: extras.featuredPosition };
  }

  /** An identifier that another profile or an earlier record of the file has is left out; gives the sentences on it. */
  private async leaveOutTaken(record: Partial<ExpertInput>, row: ExpertRow | undefined): Promise<string[]> {
    const bare = PERSONAL.map((kind) => [kind, bareId(kind, String(record[kind] ?? ""))]);
    const given = newIdentifiers(Object.fromEntries(bare));
    const here = await holdersOf(this.from, row?.rowId ?? null, given);
    const before = PERSONAL.filter((kind) => given[kind] && this.holders.has(`${kind} ${given[kind]}`));
    const inFile = before.map((kind) => ({ kind, name: this.holders.get(`${kind} ${given[kind]}`) as string }));
    const taken = new Map([...inFile, ...here].map(({ kind, name }) => [kind, name]));
    for (const kind of PERSONAL) {
      if (taken.has(kind)) delete record[kind];
      else if (given[kind]) this.holders.set(`${kind} ${given[kind]}`, record.name as string);
    }
    return [...taken].map(([kind, name]) => `Without the ${REGISTRIES[kind].label} identifier, which ${name} has.`);
  }

  /** Matches by id, slug, identifier, or website and name; else gives candidates. */
  private async match(record: Partial<ExpertInput>, extras: Extras): Promise<Match> {
    const { id, formerSlugs } = extras;
    const row =
      (id && (await this.byId(id))) ||
      (await this.bySlugs([record.slug ?? "", ...formerSlugs])) ||
      (await this.byWebsites(record, identifies));
    if (row) return { row, candidates: [] };
    const sameName = await this.byName(record.name as string);
    const isOwn = (name: string) => bareName(name) === bareName(record.name as string);
    const samePage = await this.byWebsites(record, () => true);
    if (samePage && isOwn(samePage.name)) return { row: samePage, candidates: [] };
    const unchanged = sameName.find((one) => Object.keys(changesOf(one, record)).length === 0);
    return unchanged
      ? { row: unchanged, candidates: [] }
      : { candidates: [...sameName, ...(samePage ? [samePage] : [])] };
  }

  private async changed(row: ExpertRow, { record, extras, notes }: Compared): Promise<Verdict> {
    if (row.deletedAt) throw new AppError("invalid", `${row.name} is in the trash.`);
    this.onlyOnce(`row ${row.rowId}`, `${row.name} is in the file twice.`);
    if (Array.isArray(record.referenceLinks)) record.referenceLinks = labelled(record.referenceLinks, row);
    const changes = { ...changesOf(row, record), ...(await this.newSlug(row, record, extras)) };
    const fields = Object.keys(changes) as ExpertField[];
    const { provenance, evidence, works, dismissedWorks, imageCredit } = extras;
    const rejected = (await rejectedTopics(this.from, [row.rowId])).get(row.rowId) ?? [];
    const portrait = String(record.imageUrl ?? row.imageUrl);
    const elsewhere = record.slug && record.slug !== changes.slug ? [record.slug] : [];
    const formerSlugs = await this.unknownSlugs([...extras.formerSlugs, ...elsewhere]);
    const others = [
      formerSlugs.length > 0 && "former addresses",
      provenance && !(await this.isKnown(row.rowId, provenance)) && "which texts AI wrote",
      works && !(await areWorksDecided(this.from, row.rowId, works, "accepted")) && "works",
      !(await areWorksDecided(this.from, row.rowId, dismissedWorks, "dismissed")) && "dismissed works",
      knownTopics(await this.allTopics(), extras.rejectedTopics).some((slug) => !rejected.includes(slug)) &&
        "rejected topics",
      imageCredit && !(await isCreditKnown(this.from, portrait, imageCredit)) && "who made the portrait",
      evidence && !(await isEvidenceKnown(this.from, { expertRowId: row.rowId }, evidence)) && "sources of sentences",
    ].filter((part) => part !== false && part !== null);
    const name = record.name as string;
    const target = { rowId: row.rowId, updatedAt: row.updatedAt };
    if (fields.length + others.length === 0)
      return { outcome: "same", name, detail: notes.join(" "), step: null, target };
    const detail = [[labelsOf(EXPERT_LABELS, fields), ...others].filter(Boolean).join("; "), ...notes]
      .filter(Boolean)
      .join(". ");
    const step = { ...stepOf(changes, extras), formerSlugs };
    return { outcome: "changed", name, detail, step, target };
  }

  /** Those that are here, and those that come with the same import; read once, and what is written is checked again. */
  private allTopics(): Promise<NamedTopic[]> {
    this.known ??= readTopics(this.from).then((here) => [...here, ...this.topics]);
    return this.known;
  }

  private async unknown({ candidates }: Match, { record, extras, notes }: Compared): Promise<Verdict> {
    const { featured: _, ...checked } = parse(ExpertInput, record);
    const { name, title, slug } = checked;
    if (await askedNotToBeListed(personIn(record), this.from)) throw new AppError("invalid", ASKED_NOT_TO_BE_LISTED);
    if (slug) this.onlyOnce(`slug ${slug}`, `The address ${slug} is in the file twice.`);
    else this.onlyOnce(`${sortName(name)}|${title}`, "The same name and title appear earlier in the file.");
    if (candidates.length === 0)
      return { outcome: "new", name, detail: notes.join(" "), step: stepOf(checked, extras) };
    const step = { ...stepOf(record, extras), candidates: [...new Set(candidates.map(({ id }) => id))].slice(0, 3) };
    const reason = candidates.some((one) => bareName(one.name) === bareName(name)) ? "name" : "website";
    return { outcome: "question", name, detail: [`Somebody here has the same ${reason}.`, ...notes].join(" "), step };
  }

  /** The dataset has whole addresses; a picture that is here is known by its path, whatever the site was called. */
  private async ownPortrait({ imageUrl }: Partial<ExpertInput>): Promise<{ imageUrl?: string }> {
    const address = typeof imageUrl === "string" ? httpUrl(imageUrl) : null;
    const path = address ? new URL(address).pathname : "";
    const id = imageIdIn(path);
    if (!id) return {};
    const here = await this.from.selectFrom("images").select("url").where("id", "=", id).executeTakeFirst();
    return here?.url === path ? { imageUrl: path } : {};
  }

  private onlyOnce(key: string, message: string): void {
    if (this.seen.has(key)) throw new AppError("invalid", message);
    this.seen.add(key);
  }

  private byId(id: string): Promise<ExpertRow | undefined> {
    return this.from.selectFrom("experts").selectAll().where("id", "=", id).executeTakeFirst();
  }

  private async bySlugs(slugs: string[]): Promise<ExpertRow | undefined> {
    for (const slug of slugs) {
      const row =
        slug &&
        (await this.from
          .selectFrom("slugs")
          .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
          .selectAll("experts")
          .where("slugs.slug", "=", slug)
          .executeTakeFirst());
      if (row) return row;
    }
    return undefined;
  }

  private byName(name: string): Promise<ExpertRow[]> {
    return this.from
      .selectFrom("experts")
      .selectAll()
      .where("sortName", "in", foldedNames(name))
      .where("deletedAt", "is", null)
      .limit(MAX_NAMESAKES)
      .execute();
  }

  /** A website of several people identifies none. */
  private async byWebsites(record: Partial<ExpertInput>, counts: (website: string) => boolean) {
    const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
    for (const website of new Set([...identityPages(record), ...links].map(websiteOf))) {
      if (!website || !counts(website)) continue;
      const rows = await this.from
        .selectFrom("websiteHosts")
        .innerJoin("experts", "experts.rowId", "websiteHosts.expertRowId")
        .selectAll("experts")
        .where("websiteHosts.host", "=", website)
        .where("experts.deletedAt", "is", null)
        .limit(2)
        .execute();
      if (rows.length === 1) return rows[0];
    }
    return undefined;
  }

  /** The file's slug, unless another expert has it. */
  private async newSlug(row: ExpertRow, { slug }: Partial<ExpertInput>, { formerSlugs }: Extras) {
    if (!slug || slug === row.slug || slugify(slug) !== slug || !formerSlugs.includes(row.slug)) return {};
    const owner = await this.bySlugs([slug]);
    if (owner) return owner.rowId === row.rowId ? { slug } : {};
    return (await takenSlugs(this.from, [slug])).size > 0 ? {} : { slug };
  }

  private async unknownSlugs(slugs: string[]): Promise<string[]> {
    if (slugs.length === 0) return [];
    const taken = await takenSlugs(this.from, slugs);
    const isUsable = (slug: string) => slugify(slug) === slug && !RESERVED_SLUGS.has(slug);
    return slugs.filter((slug) => isUsable(slug) && !taken.has(slug));
  }

  private async isKnown(expertRowId: number, given: Provenance[]): Promise<boolean> {
    const textOf = (list: Provenance[]) =>
      JSON.stringify(list.map(({ field, textHash }) => `${field} ${textHash}`).sort());
    return textOf(await provenanceOf({ expertRowId }, this.from)) === textOf(given);
  }
}

type Extras = z.output<typeof Extras>;

interface Match {
  row?: ExpertRow;
  candidates: ExpertRow[];
}

interface Compared {
  record: Partial<ExpertInput>;
  extras: Extras;
  notes: string[];
}

const MAX_NAMESAKES = 100;

function changesOf(row: ExpertRow, { slug: _slug, ...record }: Partial<ExpertInput>): Partial<ExpertInput> {
  return changesTo(recordOf(row), record, { known: true });
}

function stepOf(record: Partial<ExpertInput>, extras: Extras): ExpertStep {
  const { id, createdAt, updatedAt, reviewedAt, featuredPosition, ...beside } = extras;
  const featured = typeof featuredPosition === "number";
  // Copying external images changes the person today.
  const isToCopy = IMAGE_FIELDS.some((field) => httpUrl(String(record[field] ?? "")));
  const kept = { id, createdAt, updatedAt: isToCopy ? undefined : updatedAt, reviewedAt };
  return { kind: "experts", record, kept, featured, ...beside, candidates: [] };
}

export async function expertChanges(row: ExpertRow, step: Pick<ExpertStep, "record">): Promise<Change[]> {
  const stored = recordOf(row);
  const is = changesTo(stored, step.record, { known: true });
  const was = Object.fromEntries(Object.keys(is).map((field) => [field, stored[field as ExpertField]]));
  return changesBetween(EXPERTS, await EXPERTS.shownValues(), was, is).map(({ label, pieces }) => ({
    label,
    pieces: shortened(pieces),
  }));
}

function isNew({ outcome, answer }: Staged): boolean {
  return outcome === "new" || (outcome === "question" && answer === "new");
}

async function addHidden(tx: Queryable, admin: Admin | null, all: Staged[], counts: Map<string, number>) {
  const rows = await withoutRefused(tx, all);
  for (const origin of new Set(rows.map((row) => stepIn(row).origin))) {
    const some = rows.filter((row) => stepIn(row).origin === origin);
    const beside = (rowId: number, place: number) => addSlugsAndWorks(tx, rowId, stepIn(some[place] as Staged));
    const rowIds = await publishMany(tx, admin, some.map(stepIn), { origin, counts, beside });
    for (const [place, row] of some.entries())
      await setState(tx, row, { state: "hidden", subjectRowId: rowIds[place] as number, step: null });
  }
}

/** Somebody may have asked, or got the identifier, since the file was checked. */
async function withoutRefused(tx: Queryable, rows: Staged[]): Promise<Staged[]> {
  const wanted: Staged[] = [];
  for (const row of rows) {
    const why = await whyRefused(tx, stepIn(row).record);
    if (why) await setState(tx, row, { state: "out", detail: why, step: null });
    else wanted.push(row);
  }
  return wanted;
}

async function change(tx: Queryable, admin: Admin | null, row: Staged): Promise<void> {
  const step = stepIn(row);
  const rowId = row.answer ? await publicRowId(tx, row.answer) : (row.subjectRowId as number);
  const { slug, ...rest } = step.record;
  const record = row.answer ? rest : step.record;
  await addSlugsAndWorks(tx, rowId, step);
  if (step.works?.length) await publishForSearch(tx, [rowId]);
  const { provenance, evidence } = step;
  const expectedUpdatedAt = row.basedOn || undefined;
  const sentences = { known: { provenance, evidence } };
  await publish(tx, admin, "experts", { cause: "imported", rowId, record, expectedUpdatedAt, sentences });
  await setState(tx, row, { state: "written", subjectRowId: rowId });
}

async function publicRowId(tx: Queryable, id: string): Promise<number> {
  const row = await tx
    .selectFrom("experts")
    .select("rowId")
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("conflict", "This person is no longer in the directory.");
  return row.rowId;
}

/** Former addresses, works and the portrait's credit, which stand in tables of their own. */
async function addSlugsAndWorks(tx: Queryable, expertRowId: number, step: ExpertStep): Promise<void> {
  const { formerSlugs, works, dismissedWorks = [], imageCredit, record } = step;
  if (imageCredit) {
    const stored = tx.selectFrom("experts").select("imageUrl").where("rowId", "=", expertRowId);
    const imageUrl = record.imageUrl ?? (await stored.executeTakeFirst())?.imageUrl ?? "";
    await noteCredit(tx, imageUrl, imageCredit);
  }
  if (formerSlugs.length > 0) {
    await tx
      .insertInto("slugs")
      .values(formerSlugs.map((slug) => ({ slug, expertRowId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (works) await addDecidedWorks(tx, expertRowId, works, "accepted");
  await addDecidedWorks(tx, expertRowId, dismissedWorks, "dismissed");
  const { rejectedTopics: rejected = [] } = step;
  if (rejected.length > 0) await rejectTopics(tx, expertRowId, knownTopics(await readTopics(tx), rejected));
}

function stepIn(row: Staged): ExpertStep {
  return row.step as ExpertStep;
}

/** Puts people that are in the lists into the search, too. */
export async function indexHidden(tx: Queryable, rows: Staged[]): Promise<void> {
  const found = await tx
    .selectFrom("experts")
    .select("rowId")
    .where(
      "rowId",
      "in",
      rows.map(({ subjectRowId }) => subjectRowId),
    )
    .where("deletedAt", "is", null)
    .execute();
  await publishListings(
    tx,
    found.map(({ rowId }) => rowId),
  );
  await setStates(tx, rows, "written");
}
