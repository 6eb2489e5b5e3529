import { z } from "zod";
import { type ExpertRow, fold, type Queryable, words } from "~/db.server";
import { AppError } from "~/errors";
import { sortByRowIds } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { shorten as inOneLine } from "~/models/base/markdown/plain-text.server";
import { bareName, mayBeSameName, nameKeys, nameLetters } from "~/models/base/text/names.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { withoutMissingImages } from "~/models/base/uploads/missing.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import { rejectedTopics } from "~/models/editing/topics/rejected.server";
import { lossText } from "~/models/records/evidence/effects.server";
import { EXPERT_LABELS, type ExpertField, type ExpertRecord } from "~/models/records/experts/fields";
import { bareId } from "~/models/records/experts/identifier-spelling.server";
import { identityUrls, PERSONAL_IDENTIFIERS, REGISTRIES } from "~/models/records/experts/identifiers";
import { ExpertInput } from "~/models/records/experts/input.server";
import { positionLine } from "~/models/records/experts/positions";
import { namesakes } from "~/models/records/experts/possible-duplicates.server";
import { changesTo, personIn, recordOf } from "~/models/records/experts/record.server";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { holdersOf, newIdentifiers } from "~/models/records/experts/same-identifier.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { existingTopics, type NamedTopic, readTopics, slugsOfTopics } from "~/models/records/experts/topics.server";
import { isIdentityPage, websiteOf } from "~/models/records/experts/websites.server";
import { hasCredit } from "~/models/records/images/credits.server";
import { categoryLabel } from "~/models/records/listings/categories";
import { ASKED_NOT_TO_BE_LISTED, askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { labelsOf } from "~/models/records/shared/kind";
import { changesBetween } from "~/models/records/shared/revisions.server";
import { isReserved, slugify } from "~/models/records/shared/slugs.server";
import { areWorksDecided } from "~/models/records/works/works.server";
import { type Change, shortenPieces } from "./changes.server";
import type { Verdict } from "./import-rows.server";
import { type Extras, extrasIn, type ImportedProfile, profileOf } from "./profile.server";
import { lossesIn, replacedLists } from "./replaced-lists.server";

const Person = z.object({
  name: z.string("Please enter a name.").trim().min(1, "Please enter a name."),
  title: z.string().optional(),
  slug: z.string().optional(),
});

/** Returns the links of a row with the labels of the profile's links, because the dataset has addresses without labels. */
function withStoredLabels(links: unknown[], row: ExpertRow): string[] {
  const storedLinks = new Map(recordOf(row).referenceLinks.map((entry) => [parseReferenceLink(entry)?.url, entry]));
  return links.map(String).map((link) => storedLinks.get(link) ?? link);
}

/** Returns the positions of a row with the sources of the profile's positions, because the dataset has none. */
function withStoredSources(positions: unknown[], row: ExpertRow): string[] {
  const storedPositions = new Map(recordOf(row).positions.map((position) => [positionLine(position).trim(), position]));
  return positions.map(String).map((position) => storedPositions.get(position.trim()) ?? position);
}

/** Compares the people of a file with the directory and with earlier rows of the file. */
export class PeopleComparison {
  /** Rows of the file by a key that may occur once. */
  private readonly rowsByKey = new Map<string, number>();
  /** Rows of the file that change a listed person, by that person's row. */
  private readonly changedPeople = new Map<number, { row: number; text: string }>();
  /** People of the file by the keys of their names. */
  private readonly peopleByName = new Map<string, { row: number; record: Partial<ExpertInput> }[]>();
  /** People of the file by their identifiers. */
  private readonly holdersInFile = new Map<string, { name: string; row: number }>();
  private topicsPromise: Promise<NamedTopic[]> | undefined;

  /**
   * @param topics The topics of the site and of the file.
   * @param origins The origins of this site, by which links to its profiles are recognised.
   */
  constructor(
    private readonly from: Queryable,
    private readonly topics?: NamedTopic[],
    private readonly origins: string[] = [],
  ) {}

  /** Compares one person, and returns what the import would do. Throws "invalid" for an unusable record. */
  async compare(input: unknown, row = 0): Promise<Verdict> {
    const notes: string[] = [];
    const extras = extrasIn(input);
    const { featured: _, ...fields } = input as Partial<ExpertInput>;
    parse(Person, fields);
    const { record, missing: missingNote } = withoutMissingImages({
      ...fields,
      ...(await this.portraitOfThisSite(fields)),
    });
    if (missingNote) notes.push(missingNote);
    if (Array.isArray(record.topics) && record.topics.length > 0)
      record.topics = slugsOfTopics(await this.allTopics(), record.topics.map(String));
    for (const kind of PERSONAL_IDENTIFIERS)
      if (typeof record[kind] === "string") record[kind] = bareId(kind, record[kind]);
    const profileRow = await this.findByProfileLink(record);
    const match = profileRow ? { row: profileRow, candidates: [] } : await this.match(record, extras);
    notes.push(...(await this.removeTakenIdentifiers(record, match.row, row)));
    const comparedRow = { notes, record, extras, row };
    return match.row ? this.compareKnown(match.row, comparedRow) : this.compareNew(match, comparedRow);
  }

  /** Removes identifiers that another profile or an earlier row of the file has. Returns a note on each. */
  private async removeTakenIdentifiers(
    record: Partial<ExpertInput>,
    row: ExpertRow | undefined,
    place: number,
  ): Promise<string[]> {
    const ids = PERSONAL_IDENTIFIERS.map((kind) => [kind, String(record[kind] ?? "")]);
    const identifiers = newIdentifiers(Object.fromEntries(ids));
    const holdersInDirectory = await holdersOf(this.from, row?.rowId ?? null, identifiers);
    const repeatedKinds = PERSONAL_IDENTIFIERS.filter(
      (kind) => identifiers[kind] && this.holdersInFile.has(`${kind} ${identifiers[kind]}`),
    );
    const earlierHolders = repeatedKinds.map((kind) => ({
      kind,
      ...(this.holdersInFile.get(`${kind} ${identifiers[kind]}`) as Holder),
    }));
    const namesake = earlierHolders.find(({ name }) => bareName(name) === bareName(record.name as string));
    if (namesake && this.isRepeated(record)) return [];
    if (namesake && !row)
      throw new AppError("invalid", `${namesake.name} is in the file twice, in row ${namesake.row}, too.`);
    const holderNames = new Map([...earlierHolders, ...holdersInDirectory].map(({ kind, name }) => [kind, name]));
    for (const kind of PERSONAL_IDENTIFIERS) {
      if (holderNames.has(kind)) delete record[kind];
      else if (identifiers[kind])
        this.holdersInFile.set(`${kind} ${identifiers[kind]}`, { name: record.name as string, row: place });
    }
    return [...holderNames].map(
      ([kind, name]) => `Without the ${REGISTRIES[kind].label} identifier, which ${name} has.`,
    );
  }

  /** Finds the profile of this site to which a row links, and removes that link from the record. */
  private async findByProfileLink(record: Partial<ExpertInput>): Promise<ExpertRow | undefined> {
    const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
    const pages = links.filter((link) => slugOfPage(link, this.origins) !== null);
    const row = await this.findBySlugs(pages.map((link) => slugOfPage(link, this.origins) ?? ""));
    if (!row || !mayBeSameName(row.name, record.name as string)) return undefined;
    record.referenceLinks = links.filter((link) => !pages.includes(link));
    if (record.referenceLinks.length === 0) delete record.referenceLinks;
    return row;
  }

  /**
   * Finds the listed person by id, by slug if nothing speaks against it, by identifier, or by website and name; else returns
   * candidates for the editor.
   */
  private async match(record: Partial<ExpertInput>, extras: Extras): Promise<Match> {
    const { id, formerSlugs } = extras;
    const rowWithId = id && (await this.findById(id));
    if (rowWithId) return { row: rowWithId, candidates: [] };
    const rowWithSlug = await this.findBySlugs([record.slug ?? "", ...formerSlugs]);
    const isSame = rowWithSlug && (id ? hasSameIdentity(rowWithSlug, record) : isLikely(rowWithSlug, record));
    // Somebody who was deleted is not proposed, and does not come back as another profile either.
    if (
      rowWithSlug?.deletedAt &&
      mayBeSameName(rowWithSlug.name, record.name as string) &&
      otherIdentifier(rowWithSlug, record) === ""
    )
      return { row: rowWithSlug, candidates: [] };
    const row = isSame ? rowWithSlug : await this.findByWebsites(record, isIdentityPage);
    if (row) return { row, candidates: [] };
    const peopleWithSameName = await this.findByName(record.name as string);
    const isSameName = (name: string) => bareName(name) === bareName(record.name as string);
    const personWithSamePage = await this.findByWebsites(record, () => true);
    if (personWithSamePage && isSameName(personWithSamePage.name)) return { row: personWithSamePage, candidates: [] };
    const unchangedPerson = peopleWithSameName.find((expert) => Object.keys(changesOf(expert, record)).length === 0);
    return unchangedPerson
      ? { row: unchangedPerson, candidates: [] }
      : {
          candidates: [
            rowWithSlug?.deletedAt ? undefined : rowWithSlug,
            ...peopleWithSameName,
            personWithSamePage,
          ].filter((candidate) => candidate !== undefined),
        };
  }

  private async compareKnown(
    row: ExpertRow,
    { record, extras: allExtras, notes, row: place }: ComparedRow,
  ): Promise<Verdict> {
    const extras = { ...allExtras, notes: newNotes(row, allExtras.notes) };
    if (row.deletedAt) throw new AppError("invalid", `${row.name} is in the trash.`);
    const earlierRow = this.changedPeople.get(row.rowId);
    if (earlierRow?.text === JSON.stringify(record))
      return { outcome: "same", name: record.name as string, detail: `As row ${earlierRow.row}.`, step: null };
    this.requireFirst(`row ${row.rowId}`, place, `${row.name} is in the file twice`);
    this.changedPeople.set(row.rowId, { row: place, text: JSON.stringify(record) });
    if (Array.isArray(record.referenceLinks)) record.referenceLinks = withStoredLabels(record.referenceLinks, row);
    if (Array.isArray(record.positions)) record.positions = withStoredSources(record.positions, row);
    const changes = { ...changesOf(row, record), ...(await this.newSlug(row, record, extras)) };
    const fields = Object.keys(changes) as ExpertField[];
    const { works, dismissedWorks, imageCredit } = extras;
    const replaced = await replacedLists(this.from, row.rowId, extras);
    const rejectedSlugs = (await rejectedTopics(this.from, [row.rowId])).get(row.rowId) ?? [];
    const portrait = String(record.imageUrl ?? row.imageUrl);
    const unusedSlug = record.slug && record.slug !== changes.slug ? [record.slug] : [];
    const formerSlugs = await this.newFormerSlugs([...extras.formerSlugs, ...unusedSlug]);
    const otherChanges = [
      formerSlugs.length > 0 && "former addresses",
      replaced?.provenance && "which texts AI wrote",
      works && !(await areWorksDecided(this.from, row.rowId, works, "accepted")) && "works",
      !(await areWorksDecided(this.from, row.rowId, dismissedWorks, "dismissed")) && "dismissed works",
      existingTopics(await this.allTopics(), extras.rejectedTopics).some((slug) => !rejectedSlugs.includes(slug)) &&
        "rejected topics",
      imageCredit && !(await hasCredit(this.from, portrait, imageCredit)) && "who made the portrait",
      replaced?.evidence && "sources of sentences",
      extras.notes !== "" && "notes for editors",
      extras.sortName !== "" && row.givenSortName === "" && "sorts as",
    ].filter((part) => typeof part === "string");
    const name = record.name as string;
    const target = { rowId: row.rowId, updatedAt: row.updatedAt };
    if (fields.length + otherChanges.length === 0)
      return { outcome: "same", name, detail: notes.join(" "), step: null, target };
    const losses = [lossesOf(row, changes as Partial<ExpertRecord>), lossesIn(extras, replaced)]
      .filter(Boolean)
      .join(" ");
    const detail = [[labelsOf(EXPERT_LABELS, fields), ...otherChanges].filter(Boolean).join("; "), ...notes, losses]
      .filter(Boolean)
      .join(". ");
    const step = { ...profileOf(changes, extras), formerSlugs };
    return { outcome: "changed", name, detail, step, target, onlyAdds: losses === "" };
  }

  /** Reads the topics once; they are checked again when people are written. */
  private allTopics(): Promise<NamedTopic[]> {
    this.topicsPromise ??= this.topics ? Promise.resolve(this.topics) : readTopics(this.from);
    return this.topicsPromise;
  }

  private async compareNew(
    { candidates }: Match,
    { record, extras, notes, row: place }: ComparedRow,
  ): Promise<Verdict> {
    const { featured: _, ...checkedRecord } = parse(ExpertInput, record);
    const { name, slug } = checkedRecord;
    if (await askedNotToBeListed(personIn(record), this.from)) throw new AppError("invalid", ASKED_NOT_TO_BE_LISTED);
    if (slug) this.requireFirst(`slug ${slug}`, place, `The address ${slug} is in the file twice`);
    const namesake = this.earlierNamesake(record, place);
    if (namesake?.isSame) return { outcome: "same", name, detail: `As row ${namesake.row}.`, step: null };
    if (namesake)
      notes.push(`Row ${namesake.row} has ${namesake.isQuestion ? "a name that may be the same" : "the same name"}.`);
    const [possibleMatches, otherPeople] = [
      candidates.filter((row) => mayBeSamePerson(row, record)),
      candidates.filter((row) => !mayBeSamePerson(row, record)),
    ];
    if (otherPeople[0])
      notes.push(`${otherPeople[0].name}, who is here, has ${differenceOf(otherPeople[0], record)}: another person.`);
    const difference = possibleMatches[0] && differenceOf(possibleMatches[0], record);
    if (difference) notes.push(`${possibleMatches[0]?.name}, who is here, has ${difference}.`);
    if (possibleMatches.length === 0 && !namesake?.isQuestion)
      return {
        outcome: "new",
        name,
        detail: notes.join(" "),
        step: profileOf({ ...checkedRecord, slug: slug || extras.reading || undefined }, extras),
      };
    const step = {
      ...profileOf(record, extras),
      candidates: [...new Set(possibleMatches.map(({ id }) => id))].slice(0, 3),
    };
    if (possibleMatches.length === 0) return { outcome: "question", name, detail: notes.join(" "), step };
    const hasSameName = possibleMatches.some((expert) => bareName(expert.name) === bareName(name));
    const hasSimilarName = possibleMatches.some((expert) => mayBeSameName(expert.name, name));
    const reason = hasSameName
      ? "the same name"
      : hasSimilarName
        ? "a name that may be the same"
        : "the same website or address";
    return { outcome: "question", name, detail: [`Somebody here has ${reason}.`, ...notes].join(" "), step };
  }

  private isRepeated(record: Partial<ExpertInput>): boolean {
    const earlierPeople = this.peopleWithSimilarName(record.name as string);
    return earlierPeople.some((earlierPerson) => JSON.stringify(earlierPerson.record) === JSON.stringify(record));
  }

  private peopleWithSimilarName(name: string) {
    return [...new Set(nameKeysOf(name).flatMap((key) => this.peopleByName.get(key) ?? []))];
  }

  /** Returns an earlier row of the file that is identical or may be about the same person. */
  private earlierNamesake(record: Partial<ExpertInput>, row: number) {
    const name = record.name as string;
    const earlierPeople = this.peopleWithSimilarName(name);
    for (const key of nameKeysOf(name))
      this.peopleByName.set(key, [...(this.peopleByName.get(key) ?? []), { row, record }].slice(-MAX_NAMESAKES));
    const identicalRow = earlierPeople.find(
      (earlierPerson) => JSON.stringify(earlierPerson.record) === JSON.stringify(record),
    );
    const possibleNamesakes = earlierPeople.filter((earlierPerson) =>
      mayBeSameName(earlierPerson.record.name as string, name),
    );
    const rowOfSamePerson = possibleNamesakes.find(
      (earlierPerson) =>
        differenceOf(earlierPerson.record, record) === "" && !hasOtherTitle(earlierPerson.record, record),
    );
    const match = identicalRow ?? rowOfSamePerson ?? possibleNamesakes[0];
    return match && { row: match.row, isSame: identicalRow !== undefined, isQuestion: rowOfSamePerson !== undefined };
  }

  /** Returns the local address of an image that is stored here, whatever host the address in the file has. */
  private async portraitOfThisSite({ imageUrl }: Partial<ExpertInput>): Promise<{ imageUrl?: string }> {
    const address = typeof imageUrl === "string" ? httpUrl(imageUrl) : null;
    const path = address ? new URL(address).pathname : "";
    const id = imageIdIn(path);
    if (!id) return {};
    const image = await this.from.selectFrom("images").select("url").where("id", "=", id).executeTakeFirst();
    return image?.url === path ? { imageUrl: path } : {};
  }

  private requireFirst(key: string, row: number, message: string): void {
    const earlierRow = this.rowsByKey.get(key);
    if (earlierRow !== undefined) throw new AppError("invalid", `${message}, in row ${earlierRow}, too.`);
    this.rowsByKey.set(key, row);
  }

  private findById(id: string): Promise<ExpertRow | undefined> {
    return this.from.selectFrom("experts").selectAll().where("id", "=", id).executeTakeFirst();
  }

  private async findBySlugs(slugs: string[]): Promise<ExpertRow | undefined> {
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

  private async findByName(name: string): Promise<ExpertRow[]> {
    const rowIds = (await namesakes(this.from, name)).slice(0, MAX_NAMESAKES).map(({ rowId }) => rowId);
    if (rowIds.length === 0) return [];
    const rows = await this.from.selectFrom("experts").selectAll().where("rowId", "in", rowIds).execute();
    return sortByRowIds(rows, rowIds);
  }

  /** Finds the person with one of the record's websites, unless several people have it. */
  private async findByWebsites(record: Partial<ExpertInput>, isIdentifying: (website: string) => boolean) {
    const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
    for (const website of new Set([...identityUrls(record), ...links].map(websiteOf))) {
      if (!website || !isIdentifying(website)) continue;
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

  /** Returns the slug of the file if it replaces the profile's and no other expert has it. */
  private async newSlug(row: ExpertRow, { slug }: Partial<ExpertInput>, { formerSlugs }: Extras) {
    if (!slug || slug === row.slug || slugify(slug) !== slug || !formerSlugs.includes(row.slug)) return {};
    const owner = await this.findBySlugs([slug]);
    if (owner) return owner.rowId === row.rowId ? { slug } : {};
    return (await takenSlugs(this.from, [slug])).size > 0 ? {} : { slug };
  }

  private async newFormerSlugs(slugs: string[]): Promise<string[]> {
    if (slugs.length === 0) return [];
    const slugsInUse = await takenSlugs(this.from, slugs);
    const isUsable = (slug: string) => slugify(slug) === slug && !isReserved(slug);
    return slugs.filter((slug) => isUsable(slug) && !slugsInUse.has(slug));
  }
}

/** Returns keys of a name, of which two people with a similar name share at least one. */
function nameKeysOf(name: string): string[] {
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

interface ComparedRow {
  row: number;
  record: Partial<ExpertInput>;
  extras: Extras;
  notes: string[];
}

const MAX_NAMESAKES = 100;

/** Returns the slug in the address of a profile at one of the origins; null for another address. */
function slugOfPage(link: string, origins: string[]): string | null {
  const url = URL.parse(parseReferenceLink(link)?.url ?? "");
  if (!url || !origins.includes(url.origin)) return null;
  return /^\/([a-z0-9-]+)$/.exec(url.pathname)?.[1] ?? null;
}

/** Returns the lines of notes that are new. Programs export shortened copies of the profile's texts, which are left out. */
function newNotes(row: ExpertRow, notes: string): string {
  if (notes === "" || row.notes.includes(notes)) return "";
  const { longevityContribution, biography, categories } = recordOf(row);
  const texts = [longevityContribution, biography].map((text) => fold(inOneLine(text, MAX_TEXT)));
  const labels = [...categories.map(categoryLabel), row.title, row.affiliation].map((label) => fold(label));
  const isKnownLine = (line: string) => {
    const text = fold((/^[^:]{1,200}: (.*)$/.exec(line)?.[1] ?? line).replace(/…$/, ""));
    const isPart = text.length >= MIN_PART && texts.some((profileText) => profileText.includes(text));
    return row.notes.split("\n").includes(line) || labels.includes(text) || isPart;
  };
  return notes
    .split("\n")
    .filter((line) => !isKnownLine(line))
    .join("\n");
}

const MAX_TEXT = 200_000;
/** The minimum length of a copied text, in characters: a shorter one may occur in another by chance. */
const MIN_PART = 20;

/**
 * Tells whether a record may be about a listed person: not if an identifier differs, nor, if the names differ as well, if the
 * affiliation or site does. People change both, and write them in several ways.
 */
function mayBeSamePerson(row: ExpertRow, record: Partial<ExpertInput>): boolean {
  const difference = mayBeSameName(row.name, record.name as string)
    ? otherIdentifier(row, record)
    : differenceOf(row, record);
  return difference === "";
}

/** Tells whether a record with the slug of a listed person is about that person. */
function isLikely(row: ExpertRow, record: Partial<ExpertInput>): boolean {
  return (
    hasSameIdentity(row, record) || (differenceOf(row, record) === "" && mayBeSameName(row.name, record.name as string))
  );
}

/** Tells whether a record has an identifier or the site of a listed person. */
function hasSameIdentity(row: ExpertRow, record: Partial<ExpertInput>): boolean {
  const storedSites = sitesOf(recordOf(row));
  return (
    PERSONAL_IDENTIFIERS.some((kind) => row[kind] !== "" && row[kind] === record[kind]) ||
    sitesOf(record).some((site) => storedSites.includes(site))
  );
}

function otherIdentifier(row: ExpertRow | Partial<ExpertInput>, record: Partial<ExpertInput>): string {
  const kind = PERSONAL_IDENTIFIERS.find((kind) => row[kind] && record[kind] && row[kind] !== record[kind]);
  return kind ? `another ${REGISTRIES[kind].label} identifier` : "";
}

function differenceOf(row: ExpertRow | Partial<ExpertInput>, record: Partial<ExpertInput>): string {
  const identifier = otherIdentifier(row, record);
  if (identifier) return identifier;
  const [storedWords, fileWords] = [words(String(row.affiliation ?? "")), words(String(record.affiliation ?? ""))];
  const isPart =
    storedWords.every((word) => fileWords.includes(word)) || fileWords.every((word) => storedWords.includes(word));
  if (storedWords.length > 0 && fileWords.length > 0 && !isPart) return "another affiliation";
  const sites = [sitesOf("rowId" in row ? recordOf(row) : row), sitesOf(record)] as const;
  if (sites[0].length > 0 && sites[1].length > 0 && !sites[0].some((site) => sites[1].includes(site)))
    return "another site";
  return "";
}

function hasOtherTitle(record: Partial<ExpertInput>, otherRecord: Partial<ExpertInput>): boolean {
  return Boolean(record.title && otherRecord.title) && fold(String(record.title)) !== fold(String(otherRecord.title));
}

/** Returns the websites that are a whole host, and so a person's own. */
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

/** Describes what the profile would lose; "" if a row only adds. */
function lossesOf(row: ExpertRow, { slug: _slug, ...changes }: Partial<ExpertRecord>): string {
  const storedRecord = recordOf(row);
  const losses = (Object.keys(changes) as (keyof typeof changes)[]).map((field) => ({
    label: EXPERT_LABELS[field],
    loss: lossText(field, storedRecord[field], changes[field] ?? ""),
  }));
  return losses.flatMap(({ label, loss }) => (loss ? `${label}: ${loss}` : [])).join(" ");
}

export async function expertChanges(row: ExpertRow, step: Pick<ImportedProfile, "record">): Promise<Change[]> {
  const storedRecord = recordOf(row);
  const fieldsAfter = changesTo(storedRecord, step.record, { isStored: true });
  const fieldsBefore = Object.fromEntries(
    Object.keys(fieldsAfter).map((field) => [field, storedRecord[field as ExpertField]]),
  );
  return changesBetween(EXPERTS, await EXPERTS.valueFormatter(), fieldsBefore, fieldsAfter).map(
    ({ label, pieces }) => ({
      label,
      pieces: shortenPieces(pieces),
    }),
  );
}
