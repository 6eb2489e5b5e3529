/** What the columns of a table are likely to be: a heading that means the thing, and values that fit it. */
import { fold } from "~/db.server";
import { countryOf, languageTag } from "~/models/base/places/places.server";
import { expertField } from "~/models/records/experts/fields";
import { ALL_TARGETS, isCredit, isField, type Mapping, TARGET_LABELS, type Target, takesSeveral } from "./mapping";
import { yearIn } from "./values.server";

const WORDS: Partial<Record<Target, string[]>> = {
  name: [
    "full name",
    "fullname",
    "display name",
    "expert",
    "person",
    "speaker",
    "speaker name",
    "member",
    "author",
    "contact name",
    "participant",
    "your name",
    "what is your name",
  ],
  firstName: [
    "first name",
    "firstname",
    "given name",
    "given names",
    "forename",
    "first",
    "vorname",
    "prenom",
    "nombre",
  ],
  middleName: ["middle name", "middle", "additional name"],
  particle: ["particle", "name prefix", "prefix", "tussenvoegsel"],
  lastName: ["last name", "lastname", "family name", "surname", "last", "nachname", "nom", "apellido", "apellidos"],
  titleBefore: ["salutation", "honorific", "honorific prefix", "academic title", "anrede"],
  titleAfter: ["suffix", "honorific suffix", "name suffix", "degree", "degrees", "credentials"],
  sortName: ["sorts as", "sort name", "sortname", "sort as", "phonetic"],
  reading: ["romanized name", "romanised name", "latin name", "name in english", "english name", "reading"],
  title: [
    "position",
    "role",
    "job title",
    "jobtitle",
    "professional title",
    "tag line",
    "tagline",
    "headline",
    "occupation",
    "function",
    "current position",
    "job",
  ],
  affiliation: [
    "institution",
    "organization",
    "organisation",
    "organization name",
    "employer",
    "company",
    "company name",
    "associated company",
    "university",
    "department and university",
    "works at",
    "workplace",
  ],
  biography: ["bio", "about", "about me", "profile", "biographical note", "short bio", "bio sketch"],
  longevityContribution: ["contribution", "summary", "in one sentence"],
  categories: ["category", "field", "fields", "type", "group", "expert type"],
  topics: [
    "topic",
    "subjects",
    "expertise",
    "research interests",
    "interests",
    "areas of expertise",
    "tags",
    "keywords",
    "specialties",
  ],
  languages: ["language", "spoken languages", "languages spoken", "preferred language"],
  referenceLinks: [
    "website",
    "websites",
    "links",
    "link",
    "url",
    "urls",
    "reference link",
    "homepage",
    "home page",
    "web page",
    "website url",
    "personal website",
    "company website",
    "blog",
  ],
  link: [
    "linkedin",
    "linkedin url",
    "linkedin profile",
    "linkedin bio",
    "google scholar",
    "scholar",
    "google scholar profile",
    "twitter",
    "twitter x",
    "x",
    "twitter handle",
    "researchgate",
    "github",
    "wikipedia",
    "orcid page",
    "bluesky",
    "mastodon",
    "instagram",
    "facebook",
    "youtube",
    "faculty page",
    "lab",
    "lab website",
    "profile url",
    "publications",
  ],
  imageUrl: [
    "image",
    "photo",
    "picture",
    "image url",
    "profile picture",
    "headshot",
    "portrait",
    "photo url",
    "attachments",
  ],
  city: ["town", "location city", "city town"],
  country: ["country region", "nation", "nationality", "country code", "land"],
  place: ["location", "city country", "city and country", "based in", "place"],
  born: ["born", "birth year", "year of birth", "birthday", "date of birth", "birth date", "yob", "birthdate"],
  died: ["died", "death year", "year of death", "date of death", "death date"],
  status: ["living", "alive", "living or historical"],
  orcid: ["orcid id", "orcid identifier"],
  wikidata: ["wikidata id", "qid"],
  openalex: ["openalex id"],
  ror: ["ror id"],
  books: ["book"],
  sources: ["source", "references"],
  note: [
    "notes",
    "note",
    "comments",
    "comment",
    "internal notes",
    "remarks",
    "email",
    "e mail",
    "email address",
    "work email",
  ],
};

const URL = /^(?:https?:\/\/|www\.)\S|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/i;
const hasLetters = (text: string) => /\p{L}/u.test(text);

/** Whether some values, none of them empty, are what a column of this kind has. */
const FITS: Partial<Record<Target, (text: string) => boolean>> = {
  name: (text) => hasLetters(text) && text.length <= 120 && !URL.test(text) && !/@|\d{3}/.test(text),
  firstName: (text) => hasLetters(text) && text.length <= 60 && !/[\d@]/.test(text),
  lastName: (text) => hasLetters(text) && text.length <= 60 && !/[\d@]/.test(text),
  title: (text) => hasLetters(text) && text.length <= 300 && !URL.test(text),
  affiliation: (text) => hasLetters(text) && text.length <= 300 && !URL.test(text),
  referenceLinks: (text) => text.split(/[\s;,|]+/).some((part) => URL.test(part)),
  link: (text) => text.split(/[\s;,|]+/).some((part) => URL.test(part)),
  imageUrl: (text) => URL.test(text) || text.startsWith("/"),
  // A postal address is none of a profile.
  slug: (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text),
  born: (text) => yearIn(text) !== null,
  died: (text) => yearIn(text) !== null,
  country: (text) => countryOf(text) !== null,
  languages: (text) => text.split(/[;,|\n]/).some((part) => languageTag(part.trim()) !== null),
  categories: (text) => hasLetters(text) && text.length <= 100,
  orcid: (text) => /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/i.test(text),
  wikidata: (text) => /Q\d+/.test(text),
  openalex: (text) => /A\d+/i.test(text),
  ror: (text) => /0[a-z0-9]{8}/i.test(text),
  place: (text) => text.includes(",") || countryOf(text) !== null,
  topics: (text) => hasLetters(text) && !URL.test(text),
  city: (text) => hasLetters(text) && text.length <= 100,
};

/** The likely targets of the columns; `sample` has the first rows. */
export function guessMapping(columns: string[], sample: string[][]): Mapping {
  const targets = columns.map((): Target | "" => "");
  const valuesOf = (place: number) => sample.map((cells) => (cells[place] ?? "").trim()).filter(Boolean);
  for (const namesOf of [ownNames, otherNames]) {
    columns.forEach((column, place) => {
      const heading = plain(column);
      // An empty heading, or one in another script, says nothing here.
      if (targets[place] !== "" || !heading) return;
      const target = ALL_TARGETS.find(
        (one) => (takesSeveral(one) || !targets.includes(one)) && namesOf(one).some((name) => plain(name) === heading),
      );
      if (target && fits(target, valuesOf(place))) targets[place] = target;
    });
  }
  oneName(targets);
  // What has a home nowhere is kept for editors, where a heading says what it is.
  columns.forEach((column, place) => {
    if (targets[place] === "" && column && valuesOf(place).length > 0 && !isCounter(valuesOf(place)))
      targets[place] = "note";
  });
  const isOurs = OURS.every((name) => columns.includes(name));
  for (const [place, column] of columns.entries()) {
    const name = column.trim();
    if (OF_THE_PROGRAM.test(name) || AT_HOME.test(name) || (isOurs && BESIDE.includes(name))) targets[place] = "";
  }
  return { columns: targets, constants: {}, values: {}, newTopics: "make", state: "draft" };
}

/** Columns that programs add for themselves. */
const OF_THE_PROGRAM =
  /^(id|record id|row|#|no\.?|index|timestamp|created|created (time|date|at)|create date|last (modified|edited)( time| date)?|updated ?at|reviewed ?at|speaker id|contact owner|reasons|unnamed: \d+)$/i;

/** Where somebody lives, and how they are called up, is taken by nobody's guess. */
const AT_HOME =
  /^((postal|mailing|street|home|private) )?address( line)?( ?\d)?$|phone|^(mobile|fax|zip|postcode|zip code|postal code)\b/i;

/** The dataset of a site like this, and what it says beside the records. */
const OURS = ["id", "url", "name", "longevityContribution", "updatedAt"];
const BESIDE = ["id", "url", "reviewedAt", "updatedAt", "licence"];

function isCounter(values: string[]): boolean {
  return values.length > 1 && values.every((value, at) => Number(value) === Number(values[0]) + at);
}

/** The parts of a name are taken where there is no column with all of it. */
function oneName(targets: (Target | "")[]): void {
  const parts: Target[] = ["firstName", "middleName", "particle", "lastName", "titleBefore", "titleAfter"];
  const hasParts = targets.includes("lastName");
  for (const [place, target] of targets.entries()) {
    if (target === "") continue;
    if (targets.includes("name") && ["firstName", "middleName", "particle", "lastName"].includes(target))
      targets[place] = "";
    else if (!hasParts && !targets.includes("name") && parts.includes(target))
      targets[place] = target === "firstName" ? "name" : "";
  }
}

function fits(target: Target, values: string[]): boolean {
  const isFit = FITS[target];
  if (!isFit || values.length === 0) return values.length > 0 || target !== "slug";
  return values.filter(isFit).length * 2 >= values.length;
}

/** In the form, in JSON and in the dataset. */
function ownNames(target: Target): readonly string[] {
  if (target === "slug") return ["slug"];
  if (target === "link" || target === "note" || target === "place") return [];
  const dataset = isField(target) ? expertField(target).dataset : undefined;
  return [target, TARGET_LABELS[target], ...(dataset ? [dataset] : [])];
}

function otherNames(target: Target): readonly string[] {
  return isCredit(target) ? [] : (WORDS[target] ?? []);
}

function plain(text: string): string {
  const folded = fold(text);
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(folded)) return "";
  return folded.replace(/[^a-z0-9]+/g, " ").trim();
}
