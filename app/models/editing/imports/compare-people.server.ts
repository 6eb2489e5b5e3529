import { z } from "zod";
import { type ExpertRow, fold, type Queryable, words } from "~/db.server";
import { AppError } from "~/errors";
import { inOrder } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { shortened as inOneLine } from "~/models/base/markdown/plain-text.server";
import { bareName, mayBeSameName, nameKeys, nameLetters } from "~/models/base/text/names.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { withoutMissingImages } from "~/models/base/uploads/missing.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import { rejectedTopics } from "~/models/editing/topics/rejected.server";
import { lossText } from "~/models/records/evidence/effects.server";
import { isEvidenceKnown } from "~/models/records/evidence/transfer.server";
import { EXPERT_LABELS, type ExpertField, type ExpertRecord } from "~/models/records/experts/fields";
import { bareId, identityPages, PERSONAL, REGISTRIES } from "~/models/records/experts/identifiers";
import { ExpertInput } from "~/models/records/experts/input.server";
import { positionLine } from "~/models/records/experts/positions";
import { namesakes } from "~/models/records/experts/possible-duplicates.server";
import { changesTo, personIn, recordOf } from "~/models/records/experts/record.server";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { holdersOf, newIdentifiers } from "~/models/records/experts/same-identifier.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { knownTopics, type NamedTopic, readTopics, slugsOfTopics } from "~/models/records/experts/topics.server";
import { identifies, websiteOf } from "~/models/records/experts/websites.server";
import { isCreditKnown } from "~/models/records/images/credits.server";
import { categoryLabel } from "~/models/records/listings/categories";
import { type Provenance, provenanceOf } from "~/models/records/provenance/provenance.server";
import { ASKED_NOT_TO_BE_LISTED, askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { labelsOf } from "~/models/records/shared/kind";
import { changesBetween } from "~/models/records/shared/revisions.server";
import { isReserved, slugify } from "~/models/records/shared/slugs.server";
import { areWorksDecided } from "~/models/records/works/works.server";
import { type Change, shortened } from "./changes.server";
import type { Verdict } from "./import-rows.server";
import { type Extras, extrasIn, type ImportedProfile, profileOf } from "./profile.server";

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

/** A position as the dataset has it, without the sources of its dates, is the one that is here. */
function inFull(positions: unknown[], row: ExpertRow): string[] {
  const here = new Map(recordOf(row).positions.map((position) => [positionLine(position).trim(), position]));
  return positions.map(String).map((position) => here.get(position.trim()) ?? position);
}

/** Compares a file's people and remembers earlier ones. */
export class PeopleComparison {
  /** Rows of the file by what may stand there once. */
  private readonly seen = new Map<string, number>();
  /** The changes to people who are here. */
  private readonly changes = new Map<number, { row: number; text: string }>();
  /** People of the file by their names. */
  private readonly named = new Map<string, { row: number; record: Partial<ExpertInput> }[]>();
  /** The file's people by their identifiers. */
  private readonly holders = new Map<string, { name: string; row: number }>();
  private known: Promise<NamedTopic[]> | undefined;

  /** @param topics that the site has, and those that come with the file. @param origins of this site. */
  constructor(
    private readonly from: Queryable,
    private readonly topics?: NamedTopic[],
    private readonly origins: string[] = [],
  ) {}

  /** Throws "invalid" for an unusable record. */
  async compare(input: unknown, row = 0): Promise<Verdict> {
    const notes: string[] = [];
    const extras = extrasIn(input);
    const { featured: _, ...fields } = input as Partial<ExpertInput>;
    parse(Person, fields);
    const { record, missing } = withoutMissingImages({ ...fields, ...(await this.ownPortrait(fields)) });
    if (missing) notes.push(missing);
    if (Array.isArray(record.topics) && record.topics.length > 0)
      record.topics = slugsOfTopics(await this.allTopics(), record.topics.map(String));
    const page = await this.byOwnPage(record);
    const match = page ? { row: page, candidates: [] } : await this.match(record, extras);
    notes.push(...(await this.leaveOutTaken(record, match.row, row)));
    const shared = { notes, record, extras, row };
    return match.row ? this.changed(match.row, shared) : this.unknown(match, shared);
  }

  /** An identifier that another profile or an earlier record of the file has is left out; gives the sentences on it. */
  private async leaveOutTaken(
    record: Partial<ExpertInput>,
    row: ExpertRow | undefined,
    place: number,
  ): Promise<string[]> {
    const bare = PERSONAL.map((kind) => [kind, bareId(kind, String(record[kind] ?? ""))]);
    const identifiers = newIdentifiers(Object.fromEntries(bare));
    const here = await holdersOf(this.from, row?.rowId ?? null, identifiers);
    const before = PERSONAL.filter((kind) => identifiers[kind] && this.holders.has(`${kind} ${identifiers[kind]}`));
    const inFile = before.map((kind) => ({ kind, ...(this.holders.get(`${kind} ${identifiers[kind]}`) as Holder) }));
    const namesake = inFile.find(({ name }) => bareName(name) === bareName(record.name as string));
    if (namesake && this.isRepeated(record)) return [];
    if (namesake && !row)
      throw new AppError("invalid", `${namesake.name} is in the file twice, in row ${namesake.row}, too.`);
    const taken = new Map([...inFile, ...here].map(({ kind, name }) => [kind, name]));
    for (const kind of PERSONAL) {
      if (taken.has(kind)) delete record[kind];
      else if (identifiers[kind])
        this.holders.set(`${kind} ${identifiers[kind]}`, { name: record.name as string, row: place });
    }
    return [...taken].map(([kind, name]) => `Without the ${REGISTRIES[kind].label} identifier, which ${name} has.`);
  }

  /** Finds whom a row means that links to a profile of this site; the link itself is none of the profile. */
  private async byOwnPage(record: Partial<ExpertInput>): Promise<ExpertRow | undefined> {
    const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
    const pages = links.filter((link) => slugOfPage(link, this.origins) !== null);
    const row = await this.bySlugs(pages.map((link) => slugOfPage(link, this.origins) ?? ""));
    if (!row || !mayBeSameName(row.name, record.name as string)) return undefined;
    record.referenceLinks = links.filter((link) => !pages.includes(link));
    if (record.referenceLinks.length === 0) delete record.referenceLinks;
    return row;
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
    const unchanged = sameName.find((expert) => Object.keys(changesOf(expert, record)).length === 0);
    return unchanged
      ? { row: unchanged, candidates: [] }
      : { candidates: [...sameName, ...(samePage ? [samePage] : [])] };
  }

  private async changed(row: ExpertRow, { record, extras: all, notes, row: place }: Compared): Promise<Verdict> {
    const extras = { ...all, notes: newNotes(row, all.notes) };
    if (row.deletedAt) throw new AppError("invalid", `${row.name} is in the trash.`);
    const earlier = this.changes.get(row.rowId);
    if (earlier?.text === JSON.stringify(record))
      return { outcome: "same", name: record.name as string, detail: `As row ${earlier.row}.`, step: null };
    this.changes.set(row.rowId, { row: place, text: JSON.stringify(record) });
    this.onlyOnce(`row ${row.rowId}`, place, `${row.name} is in the file twice`);
    if (Array.isArray(record.referenceLinks)) record.referenceLinks = labelled(record.referenceLinks, row);
    if (Array.isArray(record.positions)) record.positions = inFull(record.positions, row);
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
      extras.notes !== "" && "notes for editors",
      extras.sortName !== "" && row.givenSortName === "" && "sorts as",
    ].filter((part) => part !== false && part !== null);
    const name = record.name as string;
    const target = { rowId: row.rowId, updatedAt: row.updatedAt };
    if (fields.length + others.length === 0)
      return { outcome: "same", name, detail: notes.join(" "), step: null, target };
    const losses = lossesOf(row, changes as Partial<ExpertRecord>);
    const detail = [[labelsOf(EXPERT_LABELS, fields), ...others].filter(Boolean).join("; "), ...notes, losses]
      .filter(Boolean)
      .join(". ");
    const step = { ...profileOf(changes, extras), formerSlugs };
    return { outcome: "changed", name, detail, step, target, onlyAdds: losses === "" };
  }

  /** Read once; what is written is checked again. */
  private allTopics(): Promise<NamedTopic[]> {
    this.known ??= this.topics ? Promise.resolve(this.topics) : readTopics(this.from);
    return this.known;
  }

  private async unknown({ candidates }: Match, { record, extras, notes, row: place }: Compared): Promise<Verdict> {
    const { featured: _, ...checked } = parse(ExpertInput, record);
    const { name, slug } = checked;
    if (await askedNotToBeListed(personIn(record), this.from)) throw new AppError("invalid", ASKED_NOT_TO_BE_LISTED);
    if (slug) this.onlyOnce(`slug ${slug}`, place, `The address ${slug} is in the file twice`);
    const earlier = this.earlierNamesake(record, place);
    if (earlier?.isSame) return { outcome: "same", name, detail: `As row ${earlier.row}.`, step: null };
    if (earlier)
      notes.push(`Row ${earlier.row} has ${earlier.isQuestion ? "a name that may be the same" : "the same name"}.`);
    const [sameName, others] = [
      candidates.filter((row) => mayBeThis(row, record)),
      candidates.filter((row) => !mayBeThis(row, record)),
    ];
    if (others[0])
      notes.push(`${others[0].name}, who is here, has ${differenceOf(others[0], record)}: another person.`);
    if (sameName.length === 0 && !earlier?.isQuestion)
      return {
        outcome: "new",
        name,
        detail: notes.join(" "),
        step: profileOf({ ...checked, slug: slug || extras.reading || undefined }, extras),
      };
    const step = { ...profileOf(record, extras), candidates: [...new Set(sameName.map(({ id }) => id))].slice(0, 3) };
    if (sameName.length === 0) return { outcome: "question", name, detail: notes.join(" "), step };
    const isNamed = sameName.some((expert) => bareName(expert.name) === bareName(name));
    const isAlike = sameName.some((expert) => mayBeSameName(expert.name, name));
    const reason = isNamed ? "the same name" : isAlike ? "a name that may be the same" : "the same website";
    return { outcome: "question", name, detail: [`Somebody here has ${reason}.`, ...notes].join(" "), step };
  }

  private isRepeated(record: Partial<ExpertInput>): boolean {
    const before = this.sharingKeys(record.name as string);
    return before.some((earlier) => JSON.stringify(earlier.record) === JSON.stringify(record));
  }

  private sharingKeys(name: string) {
    return [...new Set(keysOf(name).flatMap((key) => this.named.get(key) ?? []))];
  }

  /** The same row once more, or somebody earlier in the file who may be the same person. */
  private earlierNamesake(record: Partial<ExpertInput>, row: number) {
    const name = record.name as string;
    const before = this.sharingKeys(name);
    for (const key of keysOf(name))
      this.named.set(key, [...(this.named.get(key) ?? []), { row, record }].slice(-MAX_NAMESAKES));
    const same = before.find((earlier) => JSON.stringify(earlier.record) === JSON.stringify(record));
    const alike = before.filter((earlier) => mayBeSameName(earlier.record.name as string, name));
    const other = alike.find(
      (earlier) => differenceOf(earlier.record, record) === "" && !hasOtherTitle(earlier.record, record),
    );
    const match = same ?? other ?? alike[0];
    return match && { row: match.row, isSame: same !== undefined, isQuestion: other !== undefined };
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

  private onlyOnce(key: string, row: number, message: string): void {
    const earlier = this.seen.get(key);
    if (earlier !== undefined) throw new AppError("invalid", `${message}, in row ${earlier}, too.`);
    this.seen.set(key, row);
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

  private async byName(name: string): Promise<ExpertRow[]> {
    const rowIds = (await namesakes(this.from, name)).slice(0, MAX_NAMESAKES).map(({ rowId }) => rowId);
    if (rowIds.length === 0) return [];
    const rows = await this.from.selectFrom("experts").selectAll().where("rowId", "in", rowIds).execute();
    return inOrder(rows, rowIds);
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
    const isUsable = (slug: string) => slugify(slug) === slug && !isReserved(slug);
    return slugs.filter((slug) => isUsable(slug) && !taken.has(slug));
  }

  private async isKnown(expertRowId: number, provenance: Provenance[]): Promise<boolean> {
    const textOf = (list: Provenance[]) =>
      JSON.stringify(list.map(({ field, textHash }) => `${field} ${textHash}`).sort());
    return textOf(await provenanceOf({ expertRowId }, this.from)) === textOf(provenance);
  }
}

/** Somebody who may be the same has one of these, too. */
function keysOf(name: string): string[] {
  return [...nameKeys(name), `letters ${nameLetters(name)}`];
}

interface Holder {
  name: string;
  row: number;
}

interface Match {
  row?: ExpertRow;
  candidates: ExpertRow[];
}

interface Compared {
  row: number;
  record: Partial<ExpertInput>;
  extras: Extras;
  notes: string[];
}

const MAX_NAMESAKES = 100;

/** The slug in the address of a profile at one of these origins, null for another address. */
function slugOfPage(link: string, origins: string[]): string | null {
  const url = URL.parse(parseReferenceLink(link)?.url ?? "");
  if (!url || !origins.includes(url.origin)) return null;
  return /^\/([a-z0-9-]+)$/.exec(url.pathname)?.[1] ?? null;
}

/** Lines of notes that neither the notes nor the profile say already: programs repeat it, shortened. */
function newNotes(row: ExpertRow, notes: string): string {
  if (notes === "" || row.notes.includes(notes)) return "";
  const { longevityContribution, biography, categories } = recordOf(row);
  const texts = [longevityContribution, biography].map((text) => fold(inOneLine(text, LONGEST_TEXT)));
  const labels = [...categories.map(categoryLabel), row.title, row.affiliation].map((label) => fold(label));
  const isSaid = (line: string) => {
    const text = fold((/^[^:]{1,200}: (.*)$/.exec(line)?.[1] ?? line).replace(/…$/, ""));
    const isPart = text.length >= LEAST_PART && texts.some((all) => all.includes(text));
    return row.notes.split("\n").includes(line) || labels.includes(text) || isPart;
  };
  return notes
    .split("\n")
    .filter((line) => !isSaid(line))
    .join("\n");
}

const LONGEST_TEXT = 200_000;
/** The least length in characters: a shorter text may be part of another by chance. */
const LEAST_PART = 20;

/** The same name with another identifier, site or affiliation is another person. */
function mayBeThis(row: ExpertRow, record: Partial<ExpertInput>): boolean {
  return differenceOf(row, record) === "";
}

function differenceOf(row: ExpertRow | Partial<ExpertInput>, record: Partial<ExpertInput>): string {
  const differs = (value: unknown, other: unknown) => Boolean(value) && Boolean(other) && value !== other;
  for (const kind of PERSONAL)
    if (differs(bareId(kind, String(row[kind] ?? "")), bareId(kind, String(record[kind] ?? ""))))
      return `another ${REGISTRIES[kind].label} identifier`;
  const [here, inFile] = [words(String(row.affiliation ?? "")), words(String(record.affiliation ?? ""))];
  const isPart = here.every((word) => inFile.includes(word)) || inFile.every((word) => here.includes(word));
  if (here.length > 0 && inFile.length > 0 && !isPart) return "another affiliation";
  const sites = [sitesOf("rowId" in row ? recordOf(row) : row), sitesOf(record)] as const;
  if (sites[0].length > 0 && sites[1].length > 0 && !sites[0].some((site) => sites[1].includes(site)))
    return "another site";
  return "";
}

function hasOtherTitle(record: Partial<ExpertInput>, other: Partial<ExpertInput>): boolean {
  return Boolean(record.title && other.title) && fold(String(record.title)) !== fold(String(other.title));
}

/** Sites of somebody's own: a host alone. */
function sitesOf(record: object): string[] {
  const links = (record as { referenceLinks?: unknown }).referenceLinks;
  if (!Array.isArray(links)) return [];
  return links.flatMap((link) => {
    const site = websiteOf(String(link));
    return site && !site.includes("/") ? [site] : [];
  });
}

function changesOf(row: ExpertRow, { slug: _slug, ...record }: Partial<ExpertInput>): Partial<ExpertInput> {
  return changesTo(recordOf(row), record, { isStored: true });
}

/** Returns what the profile would lose; "" if a row only adds. */
function lossesOf(row: ExpertRow, { slug: _slug, ...changes }: Partial<ExpertRecord>): string {
  const stored = recordOf(row);
  const losses = (Object.keys(changes) as (keyof typeof changes)[]).map((field) => ({
    label: EXPERT_LABELS[field],
    loss: lossText(field, stored[field], changes[field] ?? ""),
  }));
  return losses.flatMap(({ label, loss }) => (loss ? `${label}: ${loss}` : [])).join(" ");
}

export async function expertChanges(row: ExpertRow, step: Pick<ImportedProfile, "record">): Promise<Change[]> {
  const stored = recordOf(row);
  const is = changesTo(stored, step.record, { isStored: true });
  const was = Object.fromEntries(Object.keys(is).map((field) => [field, stored[field as ExpertField]]));
  return changesBetween(EXPERTS, await EXPERTS.shownValues(), was, is).map(({ label, pieces }) => ({
    label,
    pieces: shortened(pieces),
  }));
}
