/** Guesses the fields of a table's columns from their headings and values. */
import { fold, wordsWithoutTitles } from "~/db.server";
import { countryOf, languageTag } from "~/models/base/places/places.server";
import { expertField } from "~/models/records/experts/fields";
import { namesOrganisation } from "./doubts.server";
import { isHomeContact } from "./home-contacts.server";
import { ALL_TARGETS, isCredit, isField, type Mapping, TARGET_LABELS, type Target, takesSeveral } from "./mapping";
import {
  availableIn,
  categoryNamed,
  isFileName,
  namedEntries,
  statusIn,
  withoutSalutation,
  yearIn,
} from "./values.server";

const HEADINGS: Partial<Record<Target, string[]>> = {
  name: [
    "nom prenom",
    "nom et prenoms",
    "nom prenoms",
    "фио",
    "фамилия имя отчество",
    "прізвище ім'я по батькові",
    "піб",
    "姓名",
    "氏名",
    "名前",
    "성명",
    "이름",
    "ονοματεπώνυμο",
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
    "имя",
    "ім'я",
    "名",
    "όνομα",
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
  middleName: ["отчество", "по батькові", "middle name", "middle", "additional name"],
  particle: ["affix", "namenszusatz", "voorvoegsel", "particle", "name prefix", "prefix", "tussenvoegsel"],
  lastName: [
    "фамилия",
    "прізвище",
    "姓",
    "επώνυμο",
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
  reading: [
    "氏名 ローマ字",
    "ローマ字",
    "英文名",
    "英文姓名",
    "拼音",
    "romanized name",
    "romanised name",
    "latin name",
    "name in english",
    "english name",
    "reading",
  ],
  title: [
    "qualite",
    "должность",
    "посада",
    "职务",
    "职称",
    "职位",
    "職名",
    "職位",
    "役職",
    "직위",
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
    "affiliation principale",
    "организация",
    "место работы",
    "место основной работы",
    "учреждение",
    "організація",
    "місце роботи",
    "单位",
    "工作单位",
    "所在单位",
    "所属",
    "所属機関",
    "소속",
    "instituicao",
    "universidade",
    "universita",
    "organisatie",
    "instelling",
    "ente",
    "ente di appartenenza",
    "lugar de trabajo",
    "centro de trabajo",
    "local de trabalho",
    "lieu de travail",
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
    "биография",
    "简介",
    "个人简介",
    "略歴",
    "약력",
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
    "область исследований",
    "научные интересы",
    "наукові інтереси",
    "専門分野",
    "研究分野",
    "研究方向",
    "研究领域",
    "연구분야",
    "areas de investigacion",
    "lineas de investigacion",
    "areas de pesquisa",
    "linhas de pesquisa",
    "domaines de recherche",
    "themes de recherche",
    "interessi di ricerca",
    "aree di ricerca",
    "forschungsgebiete",
    "fachgebiete",
    "onderzoeksgebieden",
    "zainteresowania naukowe",
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
    "сайт",
    "主页",
    "个人主页",
    "ホームページ",
    "홈페이지",
    "socials",
    "social links",
    "social media",
    "social profiles",
    "uri",
    "webseite",
    "internetseite",
    "site web",
    "sitio web",
    "pagina web",
    "sito web",
    "sito internet",
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
    "город",
    "місто",
    "城市",
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
    "страна",
    "країна",
    "国家",
    "国籍",
    "국가",
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
    "ne e le",
    "ne le",
    "nee le",
    "год рождения",
    "дата рождения",
    "рік народження",
    "出生年",
    "出生年月",
    "生年",
    "生年月日",
    "생년월일",
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
    "год смерти",
    "дата смерти",
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
/** Recognises titles and salutations before a name, such as "Prof. Dr." or "Ms". */
const isHonorific = (text: string) => wordsWithoutTitles(withoutSalutation(text)).length === 0;
/** Recognises "Professor" in full, which is a post as well as a title. */
const isPost = (text: string) => /professor/i.test(text);
const PARTICLES = new Set(
  "van von der den de del della di da dos du la le zu zur af av bin ibn al el ten ter te d d' d’".split(" "),
);
/** Recognises codes of programs, such as "sen", "subscriber" or "in_progress". */
const isCode = (text: string) => /^[a-z][a-z_-]*$/.test(text);
const isNamePart = (text: string) => hasLetters(text) && text.length <= 60 && !/[\d@]/.test(text);

/** Functions that tell whether a value, which is not empty, may belong to a field. */
const FIT_TESTS: Partial<Record<Target, (text: string) => boolean>> = {
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
  imageUrl: (text) => (URL.test(text) && !isFileName(text)) || text.startsWith("/") || /\(https?:\/\//.test(text),
  // Accepts slugs only, because a column "Address" may hold postal addresses.
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

/** Addresses of registers, by which their columns are recognised. */
const REGISTER_ADDRESSES: [RegExp, Target][] = [
  [/^https?:\/\/(?:www\.)?orcid\.org\/\d{4}-/i, "orcid"],
  [/^https?:\/\/(?:www\.)?wikidata\.org\/(?:entity|wiki)\/Q\d+$/i, "wikidata"],
  [/^https?:\/\/(?:api\.)?openalex\.org\/(?:authors\/)?A\d+$/i, "openalex"],
];

/** Patterns of headings that are questions of forms or long, and the fields they ask for. */
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
/** Matches the address by which Wikidata's query service names an item. */
const ENTITY = /^https?:\/\/www\.wikidata\.org\/entity\/Q\d+$/;

/** Headings about other people or things, or about the past. */
const ABOUT_OTHERS =
  /\b(?:home(?! ?page)|private|emergency|parent|former|past|previous|billing|shipping|assistant|manager|spouse|partner|company|event|session|talk|alternatives?|died|death)\b/;

/** Returns the likely targets of the columns; `sample` has the first rows. */
export function guessMapping(columns: string[], sample: string[][]): Mapping {
  const targets = columns.map((): Target | "" => "");
  const valuesOf = (place: number) => sample.map((cells) => (cells[place] ?? "").trim()).filter(Boolean);
  const isTaken = (target: Target) => !takesSeveral(target) && targets.includes(target);
  const otherHeadings = headingsOfOtherThings(columns);
  const assign = (guess: (headings: string[], values: string[], column: string) => Target | undefined) => {
    for (const [index, column] of columns.entries()) {
      const isOther = otherHeadings.includes(normalizedHeading(column)) && !areHonorifics(valuesOf(index));
      if (targets[index] !== "" || isOther) continue;
      const target = guess(headingsOf(column), valuesOf(index), column);
      if (target) targets[index] = target;
    }
  };
  // Compares the headings with the fields' official names first, then with their synonyms.
  for (const namesOf of [officialNames, synonymsOf])
    assign((headings, values) =>
      ALL_TARGETS.find(
        (target) =>
          !isTaken(target) &&
          headings.some((heading) => namesOf(target).some((name) => normalizedHeading(name) === heading)) &&
          (namesOf === officialNames || isSure(target, values)) &&
          valuesFit(target, values),
      ),
    );
  assign((_, values) => {
    const register = REGISTER_ADDRESSES.find(
      ([pattern]) => values.length > 0 && values.every((value) => pattern.test(value)),
    );
    return register && !isTaken(register[1]) ? register[1] : undefined;
  });
  // Wikidata's query service puts the name of an "item" into a column "itemLabel".
  const isEntityColumn = (place: number) =>
    valuesOf(place).length > 0 && valuesOf(place).every((text) => ENTITY.test(text));
  const labelColumns = columns.filter((_, index) => isEntityColumn(index)).map((column) => `${column}Label`);
  assign((_, values, column) =>
    labelColumns.includes(column) && !isTaken("name") && valuesFit("name", values) ? "name" : undefined,
  );
  assign(([heading = ""], values, column) => {
    if (values.length === 0 || ABOUT_OTHERS.test(heading)) return undefined;
    const isLong = column.includes("?") || heading.split(" ").length > 3;
    const questions = isLong ? [...QUESTIONS, ...LONG_QUESTIONS] : QUESTIONS;
    return questions.find(
      ([pattern, target]) => pattern.test(heading) && !isTaken(target) && valuesFit(target, values),
    )?.[1];
  });
  // Takes "description" as the biography only if most values are long, because a short description may be about anything.
  assign((headings, values) =>
    headings.some((heading) => /^(?:description|beschreibung|descripcion|descrizione|descricao)$/.test(heading)) &&
    !isTaken("biography") &&
    valuesFit("biography", values) &&
    values.filter((value) => value.length > LONG_TEXT).length * 2 > values.length
      ? "biography"
      : undefined,
  );
  assign((headings, values) =>
    headings.length > 0 && !isTaken("categories") && values.length > 0 && values.every(isCategory)
      ? "categories"
      : undefined,
  );
  preferLongerBiography(targets, columns, valuesOf);
  preferTitles(targets, columns, valuesOf);
  settleNames(targets, valuesOf, sample);
  // Takes the first column that looks like names if no heading names them, such as "नाम".
  assign(([heading = ""], values) =>
    !isTaken("name") && !isTaken("lastName") && !ABOUT_OTHERS.test(heading) && areNames(values, sample.length)
      ? "name"
      : undefined,
  );
  // Puts columns without a field into the notes for editors, if they have a heading.
  columns.forEach((column, index) => {
    if (targets[index] === "" && column && !isCounter(valuesOf(index))) targets[index] = "note";
  });
  const isOurDataset = DATASET_COLUMNS.every((name) => columns.includes(name));
  for (const [index, column] of columns.entries()) {
    const name = column.trim();
    const isIdentifier = targets[index] !== "" && targets[index] !== "note";
    if (
      isHomeContact(name, valuesOf(index)) ||
      (isOurDataset && DATASET_METADATA.includes(name)) ||
      (isProgramColumn(name) && !isIdentifier)
    )
      targets[index] = "";
  }
  return { columns: targets, constants: {}, values: {}, newTopics: "make", state: "draft" };
}

const isCategoryName = (text: string) => categoryNamed(text) !== null;

function isCategory(text: string): boolean {
  return namedEntries(text, isCategoryName).every(isCategoryName);
}

/** Tells whether a guess by heading can be trusted. Categories need a known value, because "type" or "group" may mean anything. */
function isSure(target: Target, values: string[]): boolean {
  return target !== "categories" || values.some((value) => namedEntries(value, isCategoryName).some(isCategoryName));
}

/** Matches two to four words, or a short text in a script that puts no space between names. */
const PERSON_NAME =
  /^[\p{L}\p{M}.,'’·・-]+(?:\s+[\p{L}\p{M}.,'’·・-]+){1,3}$|^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u;

/** Tells whether the values of a column, which has `rowCount` cells, look like names of people: nearly all different, and few empty. */
function areNames(values: string[], rowCount: number): boolean {
  const names = new Set(values.filter((text) => PERSON_NAME.test(text) && !namesOrganisation(text)));
  return names.size > 1 && names.size >= values.length * 0.9 && values.length * 2 > rowCount;
}

function areHonorifics(values: string[]): boolean {
  return values.length > 0 && valuesFit("titleBefore", values);
}

/** Returns the headings that are about papers or talks if the table is a list of papers or talks. */
function headingsOfOtherThings(columns: string[]): string[] {
  const headings = columns.flatMap(headingsOf);
  const hasHeading = (pattern: RegExp) => headings.some((heading) => pattern.test(heading));
  return [
    ...(hasHeading(/^(?:doi|isbn|issn|item type|publication title|journal)$/) ? HEADINGS_OF_WORKS : []),
    ...(hasHeading(/^(?:abstract|session|talk title|session title|start time|end time|duration)$/)
      ? HEADINGS_OF_TALKS
      : []),
  ];
}

const HEADINGS_OF_WORKS = ["author", "authors", "title", "url", "link", "links", "date", "keywords", "publisher"];
const HEADINGS_OF_TALKS =
  "title,url,link,links,date,keywords,tags,topic,topics,type,format,level,category,location,place,city,country,language,summary,description,status".split(
    ",",
  );

/** Headings of columns that programs add for their own use. */
const PROGRAM_COLUMN =
  /^((record|speaker|person|user|contact|external)?[ _]?id|row|#|no\.?|index|key|uid|guid|timestamp|created|created (time|date|at)|create date|date (added|modified)|last (modified|edited)( time| date)?|(updated|reviewed|modified)[ _]?(at|date)|contact owner|reasons|unnamed: \d+|user_(login|nicename|registered|pass|status)|(e-mail|phone|address|website|organization|event|relation|im) \d - (label|type)|sensitivity|priority|private|directory server|mileage|billing information|initials)$/i;

function isProgramColumn(name: string): boolean {
  return PROGRAM_COLUMN.test(name) || PROGRAM_COLUMN.test(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
}

/** Columns by which the dataset of a site like this is recognised, and its columns that are not part of a record. */
const DATASET_COLUMNS = ["id", "name", "longevityContribution", "updatedAt"];
const DATASET_METADATA = ["id", "url", "reviewedAt", "createdAt", "updatedAt", "licence", "featured"];

function isCounter(values: string[]): boolean {
  return values.length > 1 && values.every((value, index) => Number(value) === Number(values[0]) + index);
}

/**
 * Settles the columns of names. A first or last name alone becomes the name. If there is a column of family names that the
 * column "name" does not contain, "name" becomes the first name.
 */
function settleNames(targets: (Target | "")[], valuesOf: (place: number) => string[], sample: string[][]): void {
  const [nameColumn, firstNameColumn, lastNameColumn] = (["name", "firstName", "lastName"] as const).map((target) =>
    targets.indexOf(target),
  );
  const cellAt = (cells: string[], place = -1) => fold(cells[place] ?? "").trim();
  if (
    nameColumn !== undefined &&
    nameColumn >= 0 &&
    firstNameColumn === -1 &&
    lastNameColumn !== undefined &&
    lastNameColumn >= 0
  ) {
    const rowsWithBoth = sample.filter((cells) => cellAt(cells, nameColumn) && cellAt(cells, lastNameColumn));
    const rowsWithFamily = rowsWithBoth.filter((cells) =>
      cellAt(cells, nameColumn).includes(cellAt(cells, lastNameColumn)),
    );
    if (rowsWithBoth.length > 0 && rowsWithFamily.length * 2 < rowsWithBoth.length && valuesOf(nameColumn).length > 0)
      targets[nameColumn] = "firstName";
  }
  if (
    lastNameColumn !== undefined &&
    lastNameColumn >= 0 &&
    !targets.includes("firstName") &&
    !targets.includes("name")
  )
    targets[lastNameColumn] = "name";
  const nameParts: Target[] = ["firstName", "middleName", "particle", "lastName", "titleBefore", "titleAfter"];
  const hasLastName = targets.includes("lastName");
  for (const [index, target] of targets.entries()) {
    if (target === "") continue;
    if (!hasLastName && !targets.includes("name") && nameParts.includes(target))
      targets[index] = target === "firstName" ? "name" : "";
  }
}

/** Takes the column with the longest texts if several are biographies. */
function preferLongerBiography(
  targets: (Target | "")[],
  columns: string[],
  valuesOf: (place: number) => string[],
): void {
  const biographyColumn = targets.indexOf("biography");
  if (biographyColumn < 0) return;
  const lengthOf = (place: number) => valuesOf(place).reduce((sum, { length }) => sum + length, 0);
  const otherColumns = columns.flatMap((column, index) => {
    const isBiography = headingsOf(column).some((heading) =>
      HEADINGS.biography?.some((word) => normalizedHeading(word) === heading),
    );
    return targets[index] === "" && isBiography && valuesFit("biography", valuesOf(index)) ? [index] : [];
  });
  const longestColumn = otherColumns.reduce(
    (bestColumn, place) => (lengthOf(place) > lengthOf(bestColumn) ? place : bestColumn),
    biographyColumn,
  );
  targets[biographyColumn] = "";
  targets[longestColumn] = "biography";
}

/** Takes the column "Titel" as the title before the name if "Anrede" only says "Frau" or "Herr", which no name keeps. */
function preferTitles(targets: (Target | "")[], columns: string[], valuesOf: (place: number) => string[]): void {
  const titleColumn = targets.indexOf("titleBefore");
  if (titleColumn < 0 || valuesOf(titleColumn).some(withoutSalutation)) return;
  const otherColumn = columns.findIndex(
    (column, index) =>
      targets[index] === "" &&
      headingsOf(column).some((heading) => HEADINGS.titleBefore?.includes(heading)) &&
      areHonorifics(valuesOf(index)),
  );
  if (otherColumn < 0) return;
  targets[titleColumn] = "";
  targets[otherColumn] = "titleBefore";
}

/** The length in characters above which a description counts as long. */
const LONG_TEXT = 120;

function valuesFit(target: Target, values: string[]): boolean {
  const isFit = FIT_TESTS[target];
  if (!isFit || values.length === 0) return values.length > 0 || target !== "slug";
  return values.filter(isFit).length * 2 >= values.length;
}

/** Returns the names of a field in the form, in JSON and in the dataset. */
function officialNames(target: Target): readonly string[] {
  if (target === "slug") return ["slug"];
  if (target === "link" || target === "note" || target === "place") return [];
  const dataset = isField(target) ? expertField(target).dataset : undefined;
  return [target, TARGET_LABELS[target], ...(dataset ? [dataset] : [])];
}

function synonymsOf(target: Target): readonly string[] {
  return isCredit(target) ? [] : (HEADINGS[target] ?? []);
}

function normalizedHeading(text: string): string {
  const foldedText = fold(text);
  const isLatin = !/[^\p{Script=Latin}\p{Script=Common}]/u.test(foldedText);
  return foldedText.replace(isLatin ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, " ").trim();
}

/** Returns the variants of a heading: as written, with joined words split, without what programs add, in singular. */
function headingsOf(column: string): string[] {
  // Removes the marks of notes in tables of Wikipedia: "Laureate[A]".
  const heading = column.replace(/\[\w{1,3}\]/g, "");
  const separatedWords = heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const headings = [heading, separatedWords].map(normalizedHeading);
  const withoutSuffixes = headings.map((heading) =>
    heading
      .replace(/ label$/, "")
      .replace(/ \d+ value$/, "")
      .replace(/^organization \d+ /, "organization ")
      .replace(/ 1$/, ""),
  );
  const withoutPrefixes = withoutSuffixes.map((heading) => heading.replace(PERSON_PREFIX, ""));
  const variants = [
    ...headings,
    ...withoutSuffixes,
    ...withoutPrefixes,
    ...withoutPrefixes.map((heading) => heading.replace(/ (?:url|uri|link)$/, "")),
  ];
  const singularVariants = variants.map((heading) => heading.replace(/ies$/, "y").replace(/(?<=[^s])s$/, ""));
  return [...new Set([...variants, ...singularVariants])].filter(Boolean);
}

/** Words about the person that nested objects and forms put before the name of a property. */
const PERSON_PREFIX =
  /^(?:name|person|bio|profile|contact|personal|user|author|speaker|ids?|identifiers?|links|position|job) (?=\S)/;
