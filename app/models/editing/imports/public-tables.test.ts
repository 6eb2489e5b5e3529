/**
 * Tests the kinds of tables found in public repositories, with invented people: laureates, members of parliaments, university
 * staff, conference speakers, contacts. The guessed mapping must import each table correctly, and ask about rows that are no people.
 */
import iconv from "iconv-lite";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { toExpert } from "~/models/records/experts/expert.server";
import "~/models/whole/parts.server";
import { fileSender, waitForImport } from "../../../../test/support/imports";
import { addMember, withSession } from "../../../../test/support/members";
import { applyImport, chooseColumns, importColumns, startImport, undoImport } from "./import.server";
import { chooseAll, importReview, reviewPage } from "./import-review.server";

let admin: RecentUser<Admin>;
beforeAll(async () => {
  await migrate(db);
  admin = await withSession(asAdmin(await addMember({ role: "admin", email: "root@mail.example" })));
});
beforeEach(async () => {
  for (const table of ["imports", "importMappings", "listing", "experts", "topics"] as const)
    await db.deleteFrom(table).execute();
});
const file = fileSender();

const joinLines = (...rows: string[]) => `${rows.join("\r\n")}\r\n`;
const makeCard = (...properties: string[]) => joinLines("BEGIN:VCARD", "VERSION:3.0", ...properties, "END:VCARD");

interface Table {
  name: string;
  content: string | Uint8Array;
  people: Record<string, unknown>[];
  /** The names of the rows that become questions. */
  questionNames?: string[];
  refusedCount?: number;
  /** Words that must not appear in any profile. */
  secretWords?: string[];
  /** Words that must not appear in the notes for editors either. */
  leftOutWords?: string[];
  /** Words that must appear in the notes for editors. */
  notedWords?: string[];
}

const TABLES: Table[] = [
  {
    name: "laureates with organisations among them (a gender of their own).csv",
    content: joinLines(
      "id,firstname,surname,born,died,bornCountry,gender,year,category,motivation",
      "1,Wilhelmina,Rontag,1845-03-27,1923-02-10,Prussia (now Germany),female,1901,physics,for rays",
      "2,Blue Shield Committee,,1863-00-00,0000-00-00,,org,1917,peace,for help",
      "3,Voltan,,1965-02-02,0000-00-00,Italy,male,1990,physics,for piles",
    ),
    people: [
      { name: "Wilhelmina Rontag", born: "1845", died: "1923" },
      { name: "Voltan", born: "1965", died: "" },
    ],
    questionNames: ["Blue Shield Committee"],
    notedWords: ["category: physics"],
  },
  {
    name: "laureates with a column for organisations.json",
    content: JSON.stringify([
      {
        id: "1",
        knownName: { en: "Aage Borr", se: "Aage Borr" },
        givenName: { en: "Aage" },
        familyName: { en: "Borr" },
        birth: { date: "1922-06-19", place: { city: { en: "Copenhagen" } } },
        nobelPrizes: [{ awardYear: "1975", category: { en: "Physics" } }],
      },
      { id: "2", orgName: { en: "World Help Office" }, founded: { date: "1950-12-14" } },
    ]),
    people: [{ name: "Aage Borr", born: "1922" }],
    questionNames: ["World Help Office"],
    notedWords: ["awardYear: 1975, category: Physics", "Copenhagen"],
  },
  {
    name: "a name and a surname.csv",
    content: joinLines(
      "name,surname,born,died,motivation",
      "Hendrika A.,Lorenzen,1853-07-18,1928-02-04,for lines",
      "Piet,Zeemeeuw,1865-05-25,1943-10-09,for more lines",
      "Bureau of International Peace,,1891-01-01,,for peace",
    ),
    people: [{ name: "Hendrika A. Lorenzen" }, { name: "Piet Zeemeeuw" }],
    questionNames: ["Bureau of International Peace"],
  },
  {
    name: "speakers under their ids, as websites of conferences keep them.json",
    content: JSON.stringify({
      101: {
        id: 101,
        name: "Charlotte GERHARD",
        company: "Thinkworks",
        country: "Australia",
        photoUrl: "/images/charlotte.png",
        shortBio: "Hey.",
        bio: "Hey, I’m Charlotte, and I write programs in Sydney. See my [pages](https://charlotte.example.org).",
        tags: ["IoT"],
        socials: [
          { icon: "twitter", name: "Twitter", link: "https://twitter.example/char" },
          { icon: "website", name: "Website", link: "https://charlotte.example.org" },
        ],
      },
      102: { id: 102, name: "Flora MUNTEAN", company: "Gigle", country: "UK", socials: [] },
    }),
    people: [
      {
        name: "Charlotte GERHARD",
        country: "AU",
        biography: expect.stringContaining("Sydney"),
        topics: ["iot"],
        referenceLinks: ["Twitter|https://twitter.example/char", "Website|https://charlotte.example.org"],
      },
      { name: "Flora MUNTEAN", affiliation: "Gigle", country: "GB" },
    ],
  },
  {
    name: "talks with their speakers.csv",
    content: joinLines(
      "date,speaker,institution,title,abstract,location,status",
      "8/19/2026,Bharata Ratna,Kanso State University,The Accelerating Cosmos,Dark energy is hard.,Room 7,scheduled",
      "8/26/2026,Nadja Mayson,University of Lakes,,,,reserved",
    ),
    people: [
      { name: "Bharata Ratna", title: "", city: "", affiliation: "Kanso State University" },
      { name: "Nadja Mayson", status: "" },
    ],
    notedWords: ["The Accelerating Cosmos"],
    secretWords: ["Accelerating", "Room 7"],
  },
  {
    name: "ponentes, for a spreadsheet of Spanish.csv",
    content: `\ufeff${joinLines(
      "Country;Degree;Names;Institution;ORCID",
      "Peru;PhD;Omar Cazeres;Instituto de Salud;0000-0002-1825-0097",
      "Argentina;M. Sc.;Adán Hospital;Universidad del Sur;",
    )}`,
    people: [
      { name: "Omar Cazeres PhD", country: "PE", affiliation: "Instituto de Salud", orcid: "0000-0002-1825-0097" },
      { name: "Adán Hospital M. Sc.", country: "AR" },
    ],
  },
  {
    name: "unicode text of a spreadsheet.txt",
    content: iconv.encode(joinLines("Name\tFunktion\tOrt", "Jörn Mühlich\tProfessor\tKöln"), "utf16le", {
      addBOM: true,
    }),
    people: [{ name: "Jörn Mühlich", title: "Professor", city: "Köln" }],
  },
  {
    name: "députés, dates as seconds.csv",
    content: joinLines(
      '"id","civilite","prenom","nom","naissance","profession","groupe","circo"',
      '"1001","M.","Marc-Philibert","Daubre","-518144400","Ancien directeur","UMP","Nord"',
      '"1012","Mme","Charlotte","de La Verpille","-491965200","Conseillère d\'Etat","UMP","Ain"',
    ),
    people: [
      { name: "Marc-Philibert Daubre", title: "Ancien directeur", born: "" },
      { name: "Charlotte de La Verpille", slug: "charlotte-de-la-verpille" },
    ],
    notedWords: ["naissance: -518144400", "groupe: UMP"],
  },
  {
    name: "pesquisadores.csv",
    content: `\ufeff${joinLines(
      "SIAPE;PESQUISADOR;CARGO;DATA_NASCIMENTO;SEXO;UORG_LOTACAO",
      "16508;ABELA GUILHERMINA DA SILVA;PROFESSORA;24/06/1975;F;CENTRO DE INFORMÁTICA",
    )}`,
    people: [{ name: "ABELA GUILHERMINA DA SILVA", title: "PROFESSORA", born: "1975" }],
    secretWords: ["16508"],
  },
  {
    name: "diputados, spoken to.csv",
    content: joinLines(
      ",diputado,nombre completo,partido",
      "0,x,Sr. Florián Alarcos,Partido: PH",
      "1,y,Sra. Jana Alvar,PS",
    ),
    people: [{ name: "Florián Alarcos" }, { name: "Jana Alvar" }],
  },
  {
    name: "researchers with HTML everywhere.csv",
    content: joinLines(
      "name,researcher_id,description,website_url,emails,department,position",
      `<b>Aniruddha Mandol</b>,am,"<p>Dr. Mandol is a Professor of Computing. ${"He works on data. ".repeat(9)}</p>","<a href=""https://a.example.org/am"">His page</a>",am@x.example,Dept. of Computing &amp; Data,Associate <i>Professor</i>`,
    ),
    people: [
      {
        name: "Aniruddha Mandol",
        biography: expect.stringMatching(/^Dr\. Mandol is/),
        title: "Associate Professor",
        affiliation: "Dept. of Computing & Data",
        referenceLinks: ["His page|https://a.example.org/am"],
      },
    ],
    secretWords: ["<", "&amp;", "am@x.example"],
  },
  {
    name: "a list with comments and a foot.csv",
    content: joinLines(
      "Name,Institution,Country",
      "# meeting 2023",
      "Franka Vogt,University of Zurich,Switzerland",
      "Emma Schima,University of Luxembourg,Luxembourg",
      ",,",
      " Sourced from (https://www.meeting.example/experts),,",
      "Generated on: 2025-10-21 09:26:20,,",
    ),
    people: [{ name: "Franka Vogt" }, { name: "Emma Schima" }],
    questionNames: [
      "# meeting 2023",
      "Sourced from (https://www.meeting.example/experts)",
      "Generated on: 2025-10-21 09:26:20",
    ],
  },
  {
    name: "people with their places, and two at once.csv",
    content: joinLines(
      "Speaker,Country",
      "Ann Leeds (University of Bland),UK",
      '"Bo Chonk, PhD, Institute of Sleep",Korea',
      "Jack Kornmann and Trudy Gutmann,US",
      "Cy Mailer <cy@x.example>,US",
      "Dora Jackson 0002,US",
      "Eva (MIT),US",
    ),
    people: [
      { name: "Ann Leeds", affiliation: "University of Bland" },
      { name: "Bo Chonk, PhD", affiliation: "Institute of Sleep" },
      { name: "Cy Mailer" },
      { name: "Dora Jackson" },
      { name: "Eva", affiliation: "MIT" },
    ],
    questionNames: ["Jack Kornmann and Trudy Gutmann"],
    secretWords: ["cy@x.example", "0002"],
  },
  {
    name: "rows without names of columns.csv",
    content: joinLines(
      "Ann Leeds,ann@x.example,https://ann.example.org",
      "Bo Chonk,bo@x.example,https://bo.example.org",
    ),
    people: [],
  },
  {
    name: "novelists and a society.json",
    content: JSON.stringify([
      { id: 3, surname: "Baron-Willis", otherNames: "Margaretha", gender: "Female", nonPerson: false, notes: "" },
      { id: 4, surname: "The Society for Reading", otherNames: "", gender: "", nonPerson: true, notes: "" },
    ]),
    people: [{ name: "Margaretha Baron-Willis" }],
    questionNames: ["The Society for Reading"],
  },
  {
    name: "губернаторы.json",
    content: JSON.stringify({
      generated_at: "2025-09-21T13:08:25",
      items: [
        { name: "Гусь Александр Викторович", description: "Губернатор области.", photo: "https://t.example/1.png" },
        { name: "Артём Юрьевич Верхов", description: "Министр.", photo: "https://t.example/2.png" },
      ],
    }),
    people: [{ name: "Гусь Александр Викторович", biography: "" }, { name: "Артём Юрьевич Верхов" }],
    notedWords: ["Губернатор области."],
  },
  {
    name: "contributors.json",
    content: JSON.stringify({
      projectName: "x",
      files: ["README.md"],
      contributors: [
        {
          login: "annl",
          name: "Ann Leeds",
          avatar_url: "https://avatars.example/1?v=4",
          profile: "https://annl.example.org",
          contributions: ["code", "doc"],
        },
      ],
    }),
    people: [
      {
        name: "Ann Leeds",
        imageUrl: "https://avatars.example/1?v=4",
        referenceLinks: ["profile|https://annl.example.org"],
      },
    ],
    notedWords: ["contributions: code"],
  },
  {
    name: "cards of several programs.vcf",
    content: [
      makeCard(
        "N:Doh;John;Richter\\,James;Mr.;Sr.",
        "FN:Mr. John Richter\\, James Doh Sr.",
        "ORG:IBN;Accounting",
        'NOTE:\\"AS IS\\"',
      ),
      makeCard("N:;;;;", "FN:Senol AB", "ORG:Senol AB", "TEL:08 12"),
      makeCard("KIND:org", "FN:House of Ageing"),
      makeCard(
        "FN:Ida Orkid",
        "N:Orkid;Ida;;;",
        "URL:https://orcid.org/0000-0002-1825-0097",
        'NOTE:Led the "Well" study',
      ),
    ].join(""),
    people: [
      { name: "John Richter, James Doh Sr.", affiliation: "IBN" },
      { name: "Ida Orkid", orcid: "0000-0002-1825-0097", referenceLinks: [] },
    ],
    questionNames: ["Senol AB", "House of Ageing"],
    notedWords: ['"AS IS"', 'the "Well" study'],
    secretWords: ["08 12"],
  },
  {
    name: "a list of items.jsonld",
    content: JSON.stringify({
      "@context": "https://schema.org",
      "@type": "ItemList",
      itemListElement: [
        {
          "@type": "ListItem",
          position: 1,
          item: { "@type": "Person", name: "Ann Leeds", memberOf: { "@id": "#club" } },
        },
        { "@type": "ListItem", position: 2, item: { "@type": "NGO", name: "Society of Old Friends" } },
        { "@type": "ListItem", position: 3, item: { "@type": "Organization", "@id": "#club", name: "The Club" } },
      ],
    }),
    people: [{ name: "Ann Leeds" }],
    questionNames: ["Society of Old Friends"],
  },
  {
    name: "members of several committees, with the names of files.json",
    content: JSON.stringify({
      organising: { count: 1, members: [{ nom: "Ann Leeds", occupation: "Chair", photo: "Leeds.jpg" }] },
      program: {
        count: 2,
        members: [
          { nom: "Bo Choi", occupation: "Reviewer", photo: "Choi.jpg" },
          { nom: "Cy Dunn", occupation: "Reviewer", photo: "Dunn.jpg" },
        ],
      },
      sponsors: [{ company: "Bland", level: "gold" }],
    }),
    people: [
      { name: "Ann Leeds", title: "Chair", imageUrl: "" },
      { name: "Bo Choi", title: "Reviewer" },
      { name: "Cy Dunn", title: "Reviewer" },
    ],
    notedWords: ["Group: organising", "Group: program", "photo: Leeds.jpg"],
  },
  {
    name: "a Russian table with parts of names.csv",
    content: iconv.encode(
      joinLines(
        "Фамилия;Имя;Отчество;Должность;Организация;Год рождения;Город;Страна;Телефон",
        "Волков;Иван;Петрович;Доцент;СПбГУ;1951;Москва;Россия;+7 495 000",
        "Иванова;Анна;Сергеевна;Профессор;МГУ;;Санкт-Петербург;Россия;",
      ),
      "win1251",
    ),
    people: [
      {
        name: "Иван Петрович Волков",
        title: "Доцент",
        affiliation: "СПбГУ",
        born: "1951",
        city: "Москва",
        country: "RU",
      },
      { name: "Анна Сергеевна Иванова" },
    ],
    leftOutWords: ["+7 495"],
  },
  {
    name: "a Japanese table.csv",
    content: iconv.encode(
      joinLines(
        "氏名,氏名（ローマ字）,所属機関,職名,ホームページ,電話番号",
        "田中 一郎,TANAKA Ichiro,東京大学,教授,https://tanaka.example.jp,03-0000",
        "鈴木 恵,SUZUKI Megumi,京都大学,准教授,,",
      ),
      "shift_jis",
    ),
    people: [
      { slug: "tanaka-ichiro", affiliation: "東京大学", title: "教授", referenceLinks: ["https://tanaka.example.jp"] },
      { slug: "suzuki-megumi", name: "鈴木 恵" },
    ],
    leftOutWords: ["03-0000"],
  },
  {
    name: "a Korean table.csv",
    content: joinLines("성명,소속,직위,전화번호,주소", "Kim Minsu,서울대학교,교수,02-0000,관악로 1"),
    people: [{ name: "Kim Minsu", affiliation: "서울대학교", title: "교수" }],
    leftOutWords: ["02-0000", "관악로"],
  },
  {
    name: "a German table with salutation and title.tsv",
    content: joinLines(
      "Anrede\tTitel\tNachname\tVorname\tInstitution\tPLZ\tTelefon",
      "Frau\tProf. Dr. med.\tMüller\tAnna\tTU Wien\t1040\t+43 1",
      "Herr\tPD Dr.\tHohenfels\tKarl\tLMU München\t80539\t",
    ),
    people: [{ name: "Prof. Dr. med. Anna Müller" }, { name: "PD Dr. Karl Hohenfels" }],
    leftOutWords: ["+43 1", "80539"],
  },
  {
    name: "a committee with vacancies.csv",
    content: joinLines(
      "Rôle,Member[A],ORCID",
      'Chair,"Quade, John R. Jr.",orcid.org/0000-0002-1825-0097',
      "Member,Ann Leeds (she/her),",
      'Member,"Olm, Eva (Prof.)",',
      "Member,TBD,",
      "Member,vacant,",
    ),
    people: [
      { name: "John R. Quade Jr.", orcid: "0000-0002-1825-0097" },
      { name: "Ann Leeds" },
      { name: "Eva Olm, Prof." },
    ],
    questionNames: ["TBD", "vacant"],
  },
];

test.each(TABLES)("imports $name", async ({ name, content, people, questionNames = [], ...table }) => {
  const id = await startImport(admin, file(name.replace(/[^\w.]/g, ""), content));
  const { mapping, reading } = await importColumns(admin, id);
  if (people.length === 0) return expect(reading.headerRow).toBe(0);
  await chooseColumns(admin, id, { fields: mapping.columns, state: "public" });
  const { counts } = await waitForImport(admin, id);
  expect(counts).toMatchObject({ new: people.length, question: questionNames.length, error: table.refusedCount ?? 0 });
  const questions = await reviewPage(admin, id, { show: "question", page: 1 });
  expect(questions.rows.map((row) => row.name)).toEqual(questionNames);
  const { doubts, unanswered } = await importReview(admin, id);
  expect([doubts.reduce((sum, { rows }) => sum + rows, 0), unanswered]).toEqual([questionNames.length, 0]);
  await applyImport(admin, id, { compared: true });
  await waitForImport(admin, id);
  const rows = await db.selectFrom("experts").selectAll().where("deletedAt", "is", null).orderBy("rowId").execute();
  const experts = rows.map(toExpert);
  expect(experts).toMatchObject(people);
  const text = JSON.stringify(experts);
  expect([...(table.secretWords ?? []), ...questionNames].filter((word) => text.includes(word))).toEqual([]);
  const notes = rows.map((row) => row.notes).join("\n");
  expect((table.leftOutWords ?? []).filter((word) => (text + notes).includes(word))).toEqual([]);
  expect((table.notedWords ?? []).filter((word) => !notes.includes(word))).toEqual([]);
  await undoImport(admin, id);
  expect(await db.selectFrom("experts").select("id").where("deletedAt", "is", null).execute()).toEqual([]);
});

test("all rows with one kind of doubt can be selected together", async () => {
  const id = await startImport(
    admin,
    file("mixed.csv", "Name,Kind,Title\nAnn Leeds,person,Nurse\nRed Crescent,organisation,\nNote: 7 people,,\n"),
  );
  const { mapping } = await importColumns(admin, id);
  await chooseColumns(admin, id, { fields: mapping.columns, state: "public" });
  await waitForImport(admin, id);
  await chooseAll(admin, id, { outcome: "question", isTaken: true, mark: "-1:organisation" });
  expect(await importReview(admin, id)).toMatchObject({ taken: 2, doubts: [{ kind: "line", rows: 1 }] });
  await applyImport(admin, id);
  await waitForImport(admin, id);
  const rows = await db.selectFrom("experts").select("name").where("deletedAt", "is", null).orderBy("rowId").execute();
  expect(rows.map(({ name }) => name)).toEqual(["Ann Leeds", "Red Crescent"]);
});
