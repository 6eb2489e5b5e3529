/** Guesses the fields of a table's columns: from a heading that means the field, and values that fit it. */
import { fold, wordsWithoutTitles } from "~/db.server";
import { countryOf, languageTag } from "~/models/base/places/places.server";
import { expertField } from "~/models/records/experts/fields";
import { ALL_TARGETS, isCredit, isField, type Mapping, TARGET_LABELS, type Target, takesSeveral } from "./mapping";
import { availableIn, categoryNamed, statusIn, withoutSalutation, yearIn } from "./values.server";

const WORDS: Partial<Record<Target, string[]>> = {
  name: [
    "nome completo",
    "nome e cognome",
    "nombre y apellidos",
    "apellidos y nombre",
    "nom et prenom",
    "prenom nom",
    "imie i nazwisko",
    "naam",
    "namn",
    "navn",
    "nimi",
    "jmeno",
    "ad soyad",
    "pesquisador",
    "pesquisadora",
    "docente",
    "ponente",
    "referent",
    "referentin",
    "intervenant",
    "name of person",
    "scientist",
    "researcher",
    "laureate",
    "faculty",
    "official full",
    "known name",
    "name of the speaker",
    "speaker full name",
    "nom complet",
    "nombre completo",
    "vollstandiger name",
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
    "other names",
    "jmeno krestni",
    "keresztnev",
    "etunimi",
    "fornamn",
    "adi",
    "forenames",
    "first names",
    "given",
    "nombres",
    "voornaam",
    "nome",
    "fornavn",
    "imie",
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
  particle: ["affix", "namenszusatz", "voorvoegsel", "particle", "name prefix", "prefix", "tussenvoegsel"],
  lastName: [
    "sobrenome",
    "sukunimi",
    "prijmeni",
    "vezeteknev",
    "soyadi",
    "last names",
    "family",
    "achternaam",
    "cognome",
    "etternavn",
    "efternavn",
    "nazwisko",
    "primer apellido",
    "last name",
    "lastname",
    "family name",
    "surname",
    "last",
    "nachname",
    "nom",
    "apellido",
    "apellidos",
  ],
  titleBefore: [
    "title",
    "title before",
    "title before the name",
    "prefix",
    "name prefix",
    "titel",
    "akademischer titel",
    "civilite",
    "tratamiento",
    "salutation",
    "honorific",
    "honorific prefix",
    "academic title",
    "anrede",
  ],
  titleAfter: [
    "title after the name",
    "postnominals",
    "post nominals",
    "letters after name",
    "suffix",
    "honorific suffix",
    "name suffix",
    "degree",
    "degrees",
    "credentials",
  ],
  sortName: ["sorts as", "indexed as", "sort name", "sortname", "sort as", "phonetic"],
  reading: ["romanized name", "romanised name", "latin name", "name in english", "english name", "reading"],
  title: [
    "profession",
    "cargo atual",
    "ruolo",
    "qualifica",
    "functietitel",
    "stilling",
    "titel und funktion",
    "position held",
    "designation",
    "organization title",
    "funktion",
    "beruf",
    "post",
    "current role",
    "current title",
    "fonction",
    "poste",
    "cargo",
    "puesto",
    "funcion",
    "functie",
    "title position",
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
    "instituicao",
    "universidade",
    "universita",
    "organisatie",
    "instelling",
    "ente",
    "afiliacion",
    "affiliations",
    "lotacao",
    "organisaatio",
    "uczelnia",
    "institution name and country",
    "organizacion",
    "institute",
    "einrichtung",
    "institut",
    "organisationseinheit",
    "arbeitgeber",
    "firma",
    "hochschule",
    "universitat",
    "etablissement",
    "organisme",
    "entreprise",
    "institucion",
    "empresa",
    "school institute",
    "school",
    "department",
    "current institution",
    "current affiliation",
    "current institution affiliation name",
    "last known institution",
    "last known institutions display name",
    "primary affiliation",
    "organisation name",
    "institution name",
    "employer name",
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
  biography: [
    "about the speaker",
    "about the author",
    "about this person",
    "vita",
    "kurzbiografie",
    "kurzvita",
    "lebenslauf",
    "minibiografia",
    "biografia breve",
    "biographie",
    "biografie",
    "biografia",
    "curriculum",
    "short biography",
    "speaker bio",
    "biographical info",
    "bio",
    "about",
    "about me",
    "profile",
    "biographical note",
    "short bio",
    "bio sketch",
  ],
  longevityContribution: ["contribution", "summary", "in one sentence"],
  categories: ["category", "field", "fields", "type", "group", "expert type"],
  topics: [
    "research areas",
    "research area",
    "research topics",
    "areas of research",
    "research fields",
    "topics display name",
    "schwerpunkte",
    "forschungsschwerpunkte",
    "themen",
    "speciality",
    "specialities",
    "specialty",
    "expertise areas",
    "area of expertise",
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
  languages: [
    "sprachen",
    "sprache",
    "langues",
    "idiomas",
    "language",
    "spoken languages",
    "languages spoken",
    "preferred language",
  ],
  referenceLinks: [
    "socials",
    "social links",
    "social media",
    "social profiles",
    "uri",
    "webseite",
    "internetseite",
    "site web",
    "sitio web",
    "web site",
    "personal web page",
    "personal page",
    "official website",
    "lab page",
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
    "profile",
    "x twitter",
    "twitter x handle",
    "linked in",
    "orcid profile",
    "wikipedia url",
    "faculty profile",
    "university profile",
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
    "bild",
    "foto",
    "photo link",
    "avatar",
    "profile image",
    "profile photo",
    "picture url",
    "image link",
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
  city: [
    "cidade",
    "citta",
    "stad",
    "miasto",
    "ort",
    "stadt",
    "ville",
    "ciudad",
    "plaats",
    "business city",
    "work city",
    "town",
    "location city",
    "city town",
  ],
  country: [
    "nazione",
    "paese",
    "kraj",
    "maa",
    "pays",
    "pais",
    "business country region",
    "work country",
    "country name",
    "staat",
    "last known institutions country code",
    "country region",
    "nation",
    "nationality",
    "country code",
    "land",
  ],
  place: ["location", "city country", "city and country", "based in", "place"],
  born: [
    "data de nascimento",
    "data nascimento",
    "data di nascita",
    "anno di nascita",
    "ano de nascimento",
    "annee de naissance",
    "naissance",
    "geboortedatum",
    "fodelsear",
    "data urodzenia",
    "year born",
    "birth",
    "geburtsdatum",
    "geburtsjahr",
    "geboren",
    "date de naissance",
    "fecha de nacimiento",
    "born in year",
    "dob",
    "born",
    "birth year",
    "year of birth",
    "birthday",
    "date of birth",
    "birth date",
    "yob",
    "birthdate",
  ],
  died: [
    "data de falecimento",
    "date de deces",
    "anno di morte",
    "overleden",
    "year died",
    "death",
    "gestorben",
    "todesjahr",
    "died in year",
    "died",
    "death year",
    "year of death",
    "date of death",
    "death date",
  ],
  status: ["living", "alive", "living or historical"],
  orcid: ["orcid id", "orcid identifier"],
  wikidata: ["wikidata item", "item", "entity", "wikidata id", "qid"],
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
const hasAddress = (text: string) => text.split(/[\s;,|()<>"'=[\]]+/).some((part) => URL.test(part));
const entriesOf = (text: string) => text.split(/[;,|\n]/).map((part) => part.trim());
/** "Prof. Dr.", "Ms": before a name. */
const isHonorific = (text: string) => wordsWithoutTitles(withoutSalutation(text)).length === 0;
/** "Professor" in full is a post, too. */
const isPost = (text: string) => /professor/i.test(text);
const PARTICLES = new Set(
  "van von der den de del della di da dos du la le zu zur af av bin ibn al el ten ter te d d' d’".split(" "),
);
/** "sen", "subscriber", "in_progress": of a program. */
const isCode = (text: string) => /^[a-z][a-z_-]*$/.test(text);
const isNamePart = (text: string) => hasLetters(text) && text.length <= 60 && !/[\d@]/.test(text);

/** Tells of a value, not empty, whether a column of this kind may have it. */
const FITS: Partial<Record<Target, (text: string) => boolean>> = {
  name: (text) => hasLetters(text) && text.length <= 120 && !URL.test(text) && !/[@;]|\d{3}|^Q\d+$/.test(text),
  firstName: isNamePart,
  lastName: isNamePart,
  titleBefore: isHonorific,
  particle: (text) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => PARTICLES.has(word)),
  title: (text) =>
    hasLetters(text) && text.length <= 300 && !URL.test(text) && (isPost(text) || !isHonorific(text)) && !isCode(text),
  affiliation: (text) => hasLetters(text) && text.length <= 300 && !URL.test(text),
  biography: (text) => hasLetters(text) && !URL.test(text),
  longevityContribution: (text) => text.split(/\s+/).length > 3,
  referenceLinks: hasAddress,
  link: hasAddress,
  imageUrl: (text) => URL.test(text) || text.startsWith("/") || /\(https?:\/\//.test(text),
  // A postal address is none of a profile.
  slug: (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text),
  born: (text) => yearIn(text) !== null,
  died: (text) => yearIn(text) !== null,
  status: (text) => statusIn(text) !== null,
  availableFor: (text) => entriesOf(text).some((part) => availableIn(part) !== null),
  country: (text) => countryOf(text) !== null,
  languages: (text) => entriesOf(text).some((part) => languageTag(part) !== null),
  categories: (text) => hasLetters(text) && text.length <= 100,
  orcid: (text) => /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/i.test(text),
  wikidata: (text) => /^(?:https?:\/\/\S+\/)?Q\d+$/.test(text),
  openalex: (text) => /^(?:https?:\/\/\S+\/)?A\d+$/i.test(text),
  ror: (text) => /0[a-z0-9]{8}/i.test(text),
  place: (text) => text.includes(",") || countryOf(text) !== null,
  topics: (text) => hasLetters(text) && !URL.test(text),
  city: (text) => hasLetters(text) && text.length <= 100,
};

/** An address that belongs to one register says of itself what it is. */
const OF_A_REGISTER: [RegExp, Target][] = [
  [/^https?:\/\/(?:www\.)?orcid\.org\/\d{4}-/i, "orcid"],
  [/^https?:\/\/(?:www\.)?wikidata\.org\/(?:entity|wiki)\/Q\d+$/i, "wikidata"],
  [/^https?:\/\/(?:api\.)?openalex\.org\/(?:authors\/)?A\d+$/i, "openalex"],
];

/** The fields that questions of forms and other long headings ask for. */
const QUESTIONS: [RegExp, Target][] = [
  [/\b(?:linked ?in|scholar|twitter|researchgate|github|bluesky|mastodon|wikipedia)\b/, "link"],
  [/\borcid\b/, "orcid"],
  [/\b(?:web ?site|web ?page|home ?page|lab page)\b/, "referenceLinks"],
  [/\b(?:photo|picture|headshot|portrait)\b/, "imageUrl"],
  [/\b(?:biography|biographical)\b|\bbio$/, "biography"],
];
const LONG_QUESTIONS: [RegExp, Target][] = [
  [/\b(?:first|given) names?\b/, "firstName"],
  [/\b(?:last|family) names?\b|\bsurname\b/, "lastName"],
  [/\b(?:full|your|display) name\b|\bname (?:as|of the (?:speaker|expert|person))\b/, "name"],
  [/\b(?:position|job title|job role|occupation|profession)\b/, "title"],
  [/\b(?:institution|organi[sz]ation|employer|university|affiliation|where do you work)\b/, "affiliation"],
  [/\babout (?:you|yourself)\b/, "biography"],
  [/\bcountry\b/, "country"],
  [/\b(?:which|what|in which) (?:city|town)\b/, "city"],
  [/\b(?:born|birth)\b/, "born"],
  [/\blanguages?\b/, "languages"],
  [/\b(?:expertise|research (?:areas?|interests?|topics?)|keywords)\b/, "topics"],
];
/** Headings about somebody or something else, or another time. */
const OF_OTHERS =
  /\b(?:home(?! ?page)|private|emergency|parent|former|past|previous|billing|shipping|assistant|manager|spouse|partner|company|event|session|talk|alternatives?|died|death)\b/;

/** The likely targets of the columns; `sample` has the first rows. */
export function guessMapping(columns: string[], sample: string[][]): Mapping {
  const targets = columns.map((): Target | "" => "");
  const valuesOf = (place: number) => sample.map((cells) => (cells[place] ?? "").trim()).filter(Boolean);
  const isTaken = (target: Target) => !takesSeveral(target) && targets.includes(target);
  const ofOthers = ofOtherThings(columns);
  const take = (guess: (headings: string[], values: string[], column: string) => Target | undefined) => {
    for (const [place, column] of columns.entries()) {
      const isOfOthers = ofOthers.includes(plain(column)) && !isOfHonorifics(valuesOf(place));
      if (targets[place] !== "" || isOfOthers) continue;
      const target = guess(headingsOf(column), valuesOf(place), column);
      if (target) targets[place] = target;
    }
  };
  // An empty heading, or one in another script, says nothing here.
  for (const namesOf of [ownNames, otherNames])
    take((headings, values) =>
      ALL_TARGETS.find(
        (target) =>
          !isTaken(target) &&
          headings.some((heading) => namesOf(target).some((name) => plain(name) === heading)) &&
          (namesOf === ownNames || isSure(target, values)) &&
          fits(target, values),
      ),
    );
  take((_, values) => {
    const register = OF_A_REGISTER.find(
      ([pattern]) => values.length > 0 && values.every((value) => pattern.test(value)),
    );
    return register && !isTaken(register[1]) ? register[1] : undefined;
  });
  take(([heading = ""], values, column) => {
    if (values.length === 0 || OF_OTHERS.test(heading)) return undefined;
    const isLong = column.includes("?") || heading.split(" ").length > 3;
    const all = isLong ? [...QUESTIONS, ...LONG_QUESTIONS] : QUESTIONS;
    return all.find(([pattern, target]) => pattern.test(heading) && !isTaken(target) && fits(target, values))?.[1];
  });
  // A description of somebody is long; a short one may be of anything.
  take((headings, values) =>
    headings.some((heading) => /^(?:description|beschreibung|descripcion|descrizione|descricao)$/.test(heading)) &&
    !isTaken("biography") &&
    fits("biography", values) &&
    values.filter((value) => value.length > LONG_TEXT).length * 2 > values.length
      ? "biography"
      : undefined,
  );
  take((headings, values) =>
    headings.length > 0 && !isTaken("categories") && values.length > 0 && values.every(isCategory)
      ? "categories"
      : undefined,
  );
  fullBiography(targets, columns, valuesOf);
  oneName(targets, valuesOf, sample);
  // A column without a field is kept for editors, if its heading names it.
  columns.forEach((column, place) => {
    if (targets[place] === "" && column && !isCounter(valuesOf(place))) targets[place] = "note";
  });
  const isOurs = OURS.every((name) => columns.includes(name));
  for (const [place, column] of columns.entries()) {
    const name = column.trim();
    const isIdentifier = targets[place] !== "" && targets[place] !== "note";
    if (AT_HOME.test(name) || (isOurs && BESIDE.includes(name)) || (isOfTheProgram(name) && !isIdentifier))
      targets[place] = "";
  }
  return { columns: targets, constants: {}, values: {}, newTopics: "make", state: "draft" };
}

function isCategory(text: string): boolean {
  return categoryNamed(text) !== null || entriesOf(text).every((entry) => categoryNamed(entry) !== null);
}

/** "type", "group" and the like say little: one of their values has to be known here. */
function isSure(target: Target, values: string[]): boolean {
  return (
    target !== "categories" || values.some((value) => entriesOf(value).some((part) => categoryNamed(part) !== null))
  );
}

function isOfHonorifics(values: string[]): boolean {
  return values.length > 0 && fits("titleBefore", values);
}

/** Headings under which a list of papers or of talks says something of these, and not of a person. */
function ofOtherThings(columns: string[]): string[] {
  const headings = columns.flatMap(headingsOf);
  const has = (pattern: RegExp) => headings.some((heading) => pattern.test(heading));
  return [
    ...(has(/^(?:doi|isbn|issn|item type|publication title|journal)$/) ? OF_WORKS : []),
    ...(has(/^(?:abstract|session|talk title|session title|start time|end time|duration)$/) ? OF_TALKS : []),
  ];
}

const OF_WORKS = ["author", "authors", "title", "url", "link", "links", "date", "keywords", "publisher"];
const OF_TALKS =
  "title,url,link,links,date,keywords,tags,topic,topics,type,format,level,category,location,place,city,country,language,summary,description,status".split(
    ",",
  );

/** Columns that programs add for themselves. */
const OF_THE_PROGRAM =
  /^((record|speaker|person|user|contact|external)?[ _]?id|row|#|no\.?|index|key|uid|guid|timestamp|created|created (time|date|at)|create date|date (added|modified)|last (modified|edited)( time| date)?|(updated|reviewed|modified)[ _]?(at|date)|contact owner|reasons|unnamed: \d+|user_(login|nicename|registered|pass|status)|(e-mail|phone|address|website|organization|event|relation|im) \d - (label|type)|sensitivity|priority|private|directory server|mileage|billing information|initials)$/i;

function isOfTheProgram(name: string): boolean {
  return OF_THE_PROGRAM.test(name) || OF_THE_PROGRAM.test(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
}

/** Home addresses and telephone numbers, which no guess takes. */
const AT_HOME =
  /^((postal|mailing|street|home|private) )?address( line)?( ?\d)?$|\b(phone|tel|telephone|mobile|fax|pager)\b|^(zip|postcode|zip code|postal code|address \d - .*|home .*|(business|other|mailing|work) (street|state|postal code|zip).*)$/i;

/** The dataset of a site like this, and what it says beside the records. */
const OURS = ["id", "name", "longevityContribution", "updatedAt"];
const BESIDE = ["id", "url", "reviewedAt", "createdAt", "updatedAt", "licence", "featured"];

function isCounter(values: string[]): boolean {
  return values.length > 1 && values.every((value, at) => Number(value) === Number(values[0]) + at);
}

/**
 * A first or a last name alone is a name; beside a column with all of it, its parts say how it sorts. A "name" that never
 * has the family name, which stands in a column of its own, is the first name.
 */
function oneName(targets: (Target | "")[], valuesOf: (place: number) => string[], sample: string[][]): void {
  const [whole, first, last] = (["name", "firstName", "lastName"] as const).map((target) => targets.indexOf(target));
  const at = (cells: string[], place = -1) => fold(cells[place] ?? "").trim();
  if (whole !== undefined && whole >= 0 && first === -1 && last !== undefined && last >= 0) {
    const both = sample.filter((cells) => at(cells, whole) && at(cells, last));
    const withFamily = both.filter((cells) => at(cells, whole).includes(at(cells, last)));
    if (both.length > 0 && withFamily.length * 2 < both.length && valuesOf(whole).length > 0)
      targets[whole] = "firstName";
  }
  if (last !== undefined && last >= 0 && !targets.includes("firstName") && !targets.includes("name"))
    targets[last] = "name";
  const parts: Target[] = ["firstName", "middleName", "particle", "lastName", "titleBefore", "titleAfter"];
  const hasParts = targets.includes("lastName");
  for (const [place, target] of targets.entries()) {
    if (target === "") continue;
    if (!hasParts && !targets.includes("name") && parts.includes(target))
      targets[place] = target === "firstName" ? "name" : "";
  }
}

/** Takes the longer one of two biographies. */
function fullBiography(targets: (Target | "")[], columns: string[], valuesOf: (place: number) => string[]): void {
  const taken = targets.indexOf("biography");
  if (taken < 0) return;
  const lengthOf = (place: number) => valuesOf(place).reduce((sum, { length }) => sum + length, 0);
  const others = columns.flatMap((column, place) => {
    const isBiography = headingsOf(column).some((heading) => WORDS.biography?.some((word) => plain(word) === heading));
    return targets[place] === "" && isBiography && fits("biography", valuesOf(place)) ? [place] : [];
  });
  const longest = others.reduce((best, place) => (lengthOf(place) > lengthOf(best) ? place : best), taken);
  targets[taken] = "";
  targets[longest] = "biography";
}

/** The limit in characters. */
const LONG_TEXT = 120;

function fits(target: Target, values: string[]): boolean {
  const isFit = FITS[target];
  if (!isFit || values.length === 0) return values.length > 0 || target !== "slug";
  return values.filter(isFit).length * 2 >= values.length;
}

/** Returns the names of a field in the form, in JSON and in the dataset. */
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

/** Returns the readings of a heading: as it is, with joined words parted, and without the signs that programs add. */
function headingsOf(column: string): string[] {
  const separate = column.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const written = [column, separate].map(plain);
  const bare = written.map((heading) =>
    heading
      .replace(/ label$/, "")
      .replace(/ \d+ value$/, "")
      .replace(/^organization \d+ /, "organization ")
      .replace(/ 1$/, ""),
  );
  const inner = bare.map((heading) => heading.replace(OF_THE_PERSON, ""));
  const all = [...written, ...bare, ...inner, ...inner.map((heading) => heading.replace(/ (?:url|uri|link)$/, ""))];
  const singular = all.map((heading) => heading.replace(/ies$/, "y").replace(/(?<=[^s])s$/, ""));
  return [...new Set([...all, ...singular])].filter(Boolean);
}

/** Objects and forms name the thing before its property. */
const OF_THE_PERSON =
  /^(?:name|person|bio|profile|contact|personal|user|author|speaker|ids?|identifiers?|links|position|job) (?=\S)/;
