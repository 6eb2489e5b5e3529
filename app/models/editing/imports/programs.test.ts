import iconv from "iconv-lite";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { toExpert } from "~/models/records/experts/expert.server";
import "~/models/whole/parts.server";
import { fileSender, waitForImport } from "../../../../test/support/imports";
import { addMember, withSession } from "../../../../test/support/members";
import { guessMapping } from "./guess.server";
import { applyImport, chooseColumns, importColumns, startImport, undoImport } from "./import.server";
import { reviewPage } from "./import-review.server";

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

const settle = (id: string) => waitForImport(admin, id);

interface ProgramFile {
  name: string;
  content: string | Uint8Array;
  /** The expected column of each field, without columns that become notes or are left out. */
  columns: Record<string, string>;
  people: Record<string, unknown>[];
  refusedRows?: string[];
  /** The rows that become questions, because they may not be a person. */
  questionRows?: string[];
  /** Words that must not appear in any profile. */
  secretWords?: string[];
}

const joinLines = (...rows: string[]) => rows.join("\r\n");

const PROGRAMS: ProgramFile[] = [
  {
    name: "airtable.csv",
    content: joinLines(
      "\ufeffName,Job Title,Organisation,Headshot,Expertise,Status,Last Modified",
      'Amara Okoro,Professor,University of Aland,a.jpg (https://v5.airtable.example/1/a.jpg),"Frailty,Falls",Invited,3/14/2026 9:12am',
      'Bo Lind,CEO,Senol AB,"b.png (https://v5.airtable.example/1/b.png),c.png (https://v5.airtable.example/1/c.png)",,Confirmed,',
    ),
    columns: {
      name: "Name",
      title: "Job Title",
      affiliation: "Organisation",
      imageUrl: "Headshot",
      topics: "Expertise",
    },
    people: [
      { name: "Amara Okoro", topics: ["frailty", "falls"], imageUrl: "https://v5.airtable.example/1/a.jpg" },
      { name: "Bo Lind", title: "CEO", imageUrl: "https://v5.airtable.example/1/b.png" },
    ],
    secretWords: ["Invited", "Confirmed"],
  },
  {
    name: "hubspot.csv",
    content: joinLines(
      "Record ID,First Name,Last Name,Phone Number,Job Title,Company Name,Lead Status,City,Country/Region,Website URL,LinkedIn URL,Street Address",
      "901,Gala,Perrot,04 50 11,Head of Research,Institut A,CONNECTED,Lyon,France,https://a.example.fr,https://www.linkedin.com/in/gp,12 rue des Lilas",
      "902,Davi,van der Berk,,CMO,Longevo,NEW,Utrecht,Netherlands,longevo.example.nl,,",
    ),
    columns: {
      firstName: "First Name",
      lastName: "Last Name",
      title: "Job Title",
      affiliation: "Company Name",
      city: "City",
      country: "Country/Region",
      referenceLinks: "Website URL",
      link: "LinkedIn URL",
    },
    people: [
      {
        name: "Gala Perrot",
        country: "FR",
        referenceLinks: ["https://a.example.fr", "LinkedIn|https://www.linkedin.com/in/gp"],
      },
      { name: "Davi van der Berk", referenceLinks: ["https://longevo.example.nl"] },
    ],
    secretWords: ["CONNECTED", "Lilas", "04 50"],
  },
  {
    name: "notion.csv",
    content: joinLines(
      "Name,Affiliation,Talk,Birthday,Tags,Status",
      'Hana Novak,Charles College (https://www.notion.so/Charles-0f3b1c2d4e5f60718293a4b5c6d7e8f9?pvs=21),Keynote (Talks%20abc/Keynote%2012345678901234567890123456789012.md),"May 4, 1971",Cohorts,To ask',
      'Petr Svobod,,,"@December 1, 1964",,',
    ),
    columns: { name: "Name", affiliation: "Affiliation", born: "Birthday", topics: "Tags" },
    people: [
      { name: "Hana Novak", affiliation: "Charles College", born: "1971" },
      { name: "Petr Svobod", born: "1964" },
    ],
    secretWords: ["notion.so", "To ask"],
  },
  {
    name: "forms.csv",
    content: joinLines(
      '"Timestamp","Email Address","What is your full name (as it should appear on the website)?","What is your current position and where do you work?","Please write a short biography (max. 200 words)","Which of these describes you best? (tick all that apply)","Link to your personal website or lab page","In which country do you work?","What year were you born? (optional)","Any dietary requirements?","Which languages do you speak?"',
      '"2026/03/14 9:12:33 AM GMT+1","o@x.example","Olu Adey","Lecturer, University of Bland","I work on ageing.","Academic researcher;Clinician","https://olu.example.ng","Nigeria","1978","Vegetarian","English;Yoruba"',
    ),
    columns: {
      name: "What is your full name (as it should appear on the website)?",
      title: "What is your current position and where do you work?",
      biography: "Please write a short biography (max. 200 words)",
      categories: "Which of these describes you best? (tick all that apply)",
      referenceLinks: "Link to your personal website or lab page",
      country: "In which country do you work?",
      born: "What year were you born? (optional)",
      languages: "Which languages do you speak?",
    },
    people: [
      { name: "Olu Adey", country: "NG", born: "1978", languages: ["en", "yo"], categories: ["academic", "clinician"] },
    ],
    secretWords: ["Vegetarian", "o@x.example"],
  },
  {
    name: "excel.csv",
    content: iconv.encode(
      joinLines(
        "sep=;",
        "Referentenliste „Altern“ 2026;;;;;;",
        ";;;;;;",
        "Anrede;Vorname;Nachname;Funktion;Einrichtung;Geburtsdatum;Land",
        "Prof. Dr.;Jörn;Mühl-Lüde;Ärztlicher Direktor;Klinikum Köln;12.03.1958;Deutschland",
        "Frau;Zoë;d’Alem;Leiterin;Être & Vieillir;25569;Frankreich",
      ),
      "win1252",
    ),
    columns: {
      titleBefore: "Anrede",
      firstName: "Vorname",
      lastName: "Nachname",
      title: "Funktion",
      affiliation: "Einrichtung",
      born: "Geburtsdatum",
      country: "Land",
    },
    people: [
      { name: "Prof. Dr. Jörn Mühl-Lüde", title: "Ärztlicher Direktor", born: "1958", country: "DE" },
      { name: "Zoë d’Alem", affiliation: "Être & Vieillir", born: "1970", country: "FR" },
    ],
  },
  {
    name: "linkedin.csv",
    content: joinLines(
      "Notes:",
      '"When exporting your connection data, you may notice that some of the email addresses are missing, because of their settings."',
      "",
      "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
      'Kofi,"Mensa, PhD",https://www.linkedin.com/in/kofi,k@x.example,Gerontec,Scientist,01 Jan 2024',
      "Ana,Ruis 🚀,https://www.linkedin.com/in/ana,,,,03 Feb 2022",
      ",,,,,,05 Feb 2022",
    ),
    columns: {
      firstName: "First Name",
      lastName: "Last Name",
      referenceLinks: "URL",
      affiliation: "Company",
      title: "Position",
    },
    people: [{ name: "Kofi Mensa, PhD", title: "Scientist" }, { name: "Ana Ruis" }],
    refusedRows: ["7"],
    secretWords: ["k@x.example", "Jan 2024"],
  },
  {
    name: "outlook.csv",
    content: iconv.encode(
      joinLines(
        '"First Name","Middle Name","Last Name","Title","Suffix","Company","Job Title","Home Street","Home City","Business City","Business Country/Region","Birthday","Notes","Web Page","Sensitivity"',
        '"François","","Lefèv","Dr.","","Inserm","Directeur","3 rue X","Vincennes","Paris","France","0/0/00","Likes chess","http://i.example.fr","Normal"',
      ),
      "win1252",
    ),
    columns: {
      firstName: "First Name",
      middleName: "Middle Name",
      lastName: "Last Name",
      titleBefore: "Title",
      titleAfter: "Suffix",
      affiliation: "Company",
      title: "Job Title",
      city: "Business City",
      country: "Business Country/Region",
      born: "Birthday",
      referenceLinks: "Web Page",
    },
    people: [{ name: "Dr. François Lefèv", title: "Directeur", city: "Paris", country: "FR", born: "" }],
    secretWords: ["chess", "Vincennes", "rue X"],
  },
  {
    name: "google.csv",
    content: joinLines(
      "First Name,Middle Name,Last Name,Name Prefix,Name Suffix,File As,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Address 1 - Label,Address 1 - City,Website 1 - Label,Website 1 - Value",
      "花子,,山中,,,,東京研究所,教授,1966-02-03,allergic to nuts,* myContacts,* Work,h@x.example,Home,Tokyo,Blog,http://a.example.jp ::: http://b.example.jp",
      'Ruth,Ann,Feldm,Dr.,PhD,"Feldm, Ruth",Weiz,Senior Scientist,,,,,,,,,',
    ),
    columns: {
      firstName: "First Name",
      middleName: "Middle Name",
      lastName: "Last Name",
      titleBefore: "Name Prefix",
      titleAfter: "Name Suffix",
      affiliation: "Organization Name",
      title: "Organization Title",
      born: "Birthday",
      referenceLinks: "Website 1 - Value",
    },
    people: [
      {
        name: "山中 花子",
        slug: expect.stringMatching(/^expert-/),
        referenceLinks: ["http://a.example.jp", "http://b.example.jp"],
      },
      { name: "Dr. Ruth Ann Feldm PhD", slug: "dr-ruth-ann-feldm-phd" },
    ],
    secretWords: ["nuts", "h@x.example", "Tokyo"],
  },
  {
    name: "papers.csv",
    content: joinLines(
      '"Key","Item Type","Author","Title","DOI","Url"',
      '"MK49","journalArticle","López, C.; Blasco, M.","A Paper","10.1016/x","https://x.example"',
    ),
    columns: {},
    people: [],
  },
  {
    name: "openalex.csv",
    content: joinLines(
      "id,orcid,display_name,works_count,last_known_institutions.display_name,last_known_institutions.country_code,topics.display_name",
      "https://openalex.org/A5023888391,https://orcid.org/0000-0002-1825-0097,Josiah Carb,53,OurResearch,US,Bibliometrics|Telomeres",
    ),
    columns: {
      openalex: "id",
      orcid: "orcid",
      name: "display_name",
      affiliation: "last_known_institutions.display_name",
      country: "last_known_institutions.country_code",
      topics: "topics.display_name",
    },
    people: [{ openalex: "A5023888391", orcid: "0000-0002-1825-0097", topics: ["bibliometrics", "telomeres"] }],
  },
  {
    name: "wikidata.csv",
    content: joinLines(
      "person,personLabel,birth,death,employerLabel",
      "http://www.wikidata.org/entity/Q7259,Ada Lovelace,1815-12-10T00:00:00Z,1852-11-27T00:00:00Z,",
      "http://www.wikidata.org/entity/Q7186,Marie Curie,1867-11-07T00:00:00Z,1934-07-04T00:00:00Z,University of Paris",
      "http://www.wikidata.org/entity/Q7186,Marie Curie,1867-11-07T00:00:00Z,1934-07-04T00:00:00Z,École normale supérieure",
      "http://www.wikidata.org/entity/Q20980928,Q20980928,,,",
    ),
    columns: { wikidata: "person", name: "personLabel", born: "birth", died: "death", affiliation: "employerLabel" },
    people: [
      { name: "Ada Lovelace", wikidata: "Q7259", born: "1815", died: "1852" },
      { name: "Marie Curie", affiliation: "University of Paris" },
    ],
    refusedRows: ["4", "5"],
  },
  {
    name: "query.csv",
    content: joinLines(
      "item,itemLabel,genderLabel",
      "http://www.wikidata.org/entity/Q35149,Wilhelm Röntgen,male",
      "http://www.wikidata.org/entity/Q7186,Marie Curie,female",
    ),
    columns: { wikidata: "item", name: "itemLabel" },
    people: [
      { name: "Wilhelm Röntgen", wikidata: "Q35149" },
      { name: "Marie Curie", wikidata: "Q7186" },
    ],
  },
  {
    name: "sparql.json",
    content: JSON.stringify({
      head: { vars: ["person", "personLabel"] },
      results: {
        bindings: [
          {
            person: { type: "uri", value: "http://www.wikidata.org/entity/Q7259" },
            personLabel: { "xml:lang": "en", type: "literal", value: "Ada Lovelace" },
          },
        ],
      },
    }),
    columns: { wikidata: "person", name: "personLabel" },
    people: [{ name: "Ada Lovelace", wikidata: "Q7259" }],
  },
  {
    name: "card21.vcf",
    content: joinLines(
      "BEGIN:VCARD",
      "VERSION:2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96zt=C3=BCr;Ay=C5=9Fe;;Prof.;",
      "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Prof. Ay=C5=9Fe =C3=96zt=C3=BCr",
      "TITLE:Geriatrician",
      "NOTE;ENCODING=QUOTED-PRINTABLE:Works on =",
      "secrets",
      "TEL;CELL;PREF:+90 532",
      "PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD",
      "  AAQSkZJRgABAQAAAQABAAD",
      "",
      "END:VCARD",
    ),
    columns: {
      name: "Name",
      firstName: "First name",
      lastName: "Last name",
      titleBefore: "Title before the name",
      title: "Title",
    },
    people: [{ name: "Prof. Ayşe Öztür", title: "Geriatrician" }],
    secretWords: ["secrets", "532"],
  },
  {
    name: "card30.vcf",
    content: joinLines(
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Hardin;Emily;Rose;Dr.;MBE",
      "FN:Dr. Emily Rose Hardin MBE",
      "ADR;type=HOME;type=pref:;;12 Elm Row;Leeds;;LS1 1AA;United Kingdom",
      "item1.URL;type=pref:http\\://emily.example.org",
      "item1.X-ABLabel:_$!<HomePage>!$_",
      "item2.URL:https://scholar.example.com/emily",
      "item2.X-ABLabel:Google Scholar",
      "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-06",
      "NOTE:She is getting divorced\\, keep quiet.",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEB",
      " AQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD",
      "CATEGORIES:Speakers,VIP",
      "END:VCARD",
      "BEGIN:VCARD",
      "VERSION:3.0",
      "FN:Taxi Leeds",
      "X-ABShowAs:COMPANY",
      "END:VCARD",
    ),
    columns: {
      name: "Name",
      firstName: "First name",
      middleName: "Middle name",
      lastName: "Last name",
      titleBefore: "Title before the name",
      titleAfter: "Title after the name",
      referenceLinks: "Website",
    },
    people: [
      {
        name: "Dr. Emily Rose Hardin MBE",
        born: "",
        city: "",
        referenceLinks: ["http://emily.example.org", "Google Scholar|https://scholar.example.com/emily"],
      },
    ],
    questionRows: ["3"],
    secretWords: ["divorced", "VIP", "Elm Row", "Leeds"],
  },
  {
    name: "card40.vcf",
    content: joinLines(
      "BEGIN:VCARD",
      "VERSION:4.0",
      "FN;LANGUAGE=en:Chidi Anagon",
      'ORG;SORT-AS="St Johns":St. John\'s University;Ethics',
      "LANG;PREF=1:en",
      "BDAY:19780412",
      'ADR;TYPE=work;LABEL="42 Wallaby Way\\nSydney":;;42 Wallaby Way;Sydney;NSW;2000;Australia',
      "PHOTO:data:image/jpeg;base64,/9j/4AAQSk",
      "END:VCARD",
      "BEGIN:VCARD",
      "VERSION:4.0",
      "KIND:group",
      "FN:Friends",
      "END:VCARD",
    ),
    columns: {
      name: "Name",
      affiliation: "Affiliation",
      languages: "Languages",
      born: "Year of birth",
      city: "City",
      country: "Country",
    },
    people: [{ name: "Chidi Anagon", affiliation: "St. John's University", born: "1978", country: "AU", imageUrl: "" }],
    questionRows: ["3"],
    secretWords: ["Wallaby"],
  },
  {
    name: "page.jsonld",
    content: JSON.stringify({
      "@context": "https://schema.org",
      "@graph": [
        { "@type": "WebPage", name: "People", author: { "@type": "Person", "@id": "#sato" } },
        {
          "@type": "Organization",
          "@id": "#lab",
          name: "Ageing Lab",
          parentOrganization: { "@type": "CollegeOrUniversity", name: "Example University" },
        },
        {
          "@type": ["Person", "Thing"],
          "@id": "#sato",
          name: "Keiko Sat",
          jobTitle: ["Professor", "Head of Lab"],
          worksFor: { "@id": "#lab" },
          sameAs: ["https://orcid.org/0000-0002-1825-0097", "https://scholar.example.com/sato"],
          image: { "@type": "ImageObject", contentUrl: "https://lab.example.edu/sato.jpg" },
          knowsLanguage: [{ "@type": "Language", name: "Japanese" }, "en"],
          spouse: { "@type": "Person", name: "Private Person" },
          address: { "@type": "PostalAddress", addressCountry: { "@type": "Country", name: "Japan" } },
        },
        { "@type": "schema:Person", "schema:name": { "@value": "Lars Hol", "@language": "sv" } },
      ],
    }),
    columns: {
      name: "Name",
      title: "Title",
      affiliation: "Affiliation",
      orcid: "ORCID",
      referenceLinks: "Links",
      imageUrl: "Photo",
      languages: "Languages",
      country: "Country",
    },
    people: [
      {
        name: "Keiko Sat",
        title: "Professor, Head of Lab",
        affiliation: "Ageing Lab, Example University",
        orcid: "0000-0002-1825-0097",
        referenceLinks: ["https://scholar.example.com/sato"],
        languages: ["ja", "en"],
        country: "JP",
      },
      { name: "Lars Hol" },
    ],
    secretWords: ["Private Person"],
  },
  {
    name: "nested.json",
    content: JSON.stringify({
      data: [
        {
          id: 1,
          attributes: {
            full_name: "Sana Iqb",
            position: { title: "Lecturer", institution: { name: "LUMS", country: "Pakistan" } },
            links: [{ label: "Homepage", url: "https://sana.example.pk" }],
            bio: { en: "Works on sleep.", fr: "Travaille." },
            born: 1981,
            memberships: [{ name: "A" }, { name: "B" }, { name: "C" }],
          },
        },
        { id: 2, attributes: { full_name: "Otto Beh", position: null, links: [] } },
      ],
      meta: { total: 2 },
    }),
    columns: {
      name: "full_name",
      title: "position title",
      affiliation: "position institution name",
      referenceLinks: "links",
      biography: "bio",
      born: "born",
    },
    people: [
      {
        name: "Sana Iqb",
        biography: "Works on sleep.",
        country: "",
        referenceLinks: ["Homepage|https://sana.example.pk"],
      },
      { name: "Otto Beh" },
    ],
  },
  {
    name: "lines.ndjson",
    content:
      '{"name":"Line On","links":[{"url":"https://a.example"},{"url":"https://b.example"}]}\n{"name":"Line Tw"}\n',
    columns: { name: "name", referenceLinks: "links" },
    people: [{ name: "Line On", referenceLinks: ["https://a.example", "https://b.example"] }, { name: "Line Tw" }],
  },
  {
    name: "staff.tsv",
    content: [
      "Surname\tForenames\tTitle\tPost\tSchool / Institute\tRoom\tTel. ext.",
      "al-Rashi\tOmar\tProf\tChair of Gerontology\tInstitute of Ageing\tC1\t4522",
      "MacDonal\tFiona M.\tMs\tLecturer\tSchool of Medicine\tB2\t4521",
    ].join("\n"),
    columns: {
      lastName: "Surname",
      firstName: "Forenames",
      titleBefore: "Title",
      title: "Post",
      affiliation: "School / Institute",
    },
    people: [{ name: "Prof Omar al-Rashi" }, { name: "Fiona M. MacDonal" }],
    secretWords: ["4522", "B2"],
  },
  {
    name: "users.csv",
    content: joinLines(
      "ID,user_login,user_email,user_url,display_name,first_name,last_name,role",
      "5,akess,a@x.example,https://anna.example.de,Anna Kessl,Anna,Kessl,subscriber",
    ),
    columns: { referenceLinks: "user_url", name: "display_name", firstName: "first_name", lastName: "last_name" },
    people: [{ name: "Anna Kessl", title: "" }],
    secretWords: ["subscriber", "akess"],
  },
  {
    name: "japanese.csv",
    content: iconv.encode("氏名,所属,役職\r\n山田 太郎,東京大学,教授\r\n佐藤 花子,京都大学,准教授\r\n", "shiftjis"),
    columns: { name: "氏名", affiliation: "所属", title: "役職" },
    people: [{ name: "山田 太郎", affiliation: "東京大学" }, { name: "佐藤 花子" }],
  },
  {
    name: "elements.csv",
    content: joinLines("Symbol,Element,Found", "He,Helium,1868", "Li,Lithium,1817"),
    columns: {},
    people: [],
  },
];

test.each(PROGRAMS)(
  "$name is mapped as its program intends",
  async ({ name, content, columns, people, ...expected }) => {
    const id = await startImport(admin, file(name, content));
    const table = await importColumns(admin, id);
    const guessedColumns: [string, string][] = [];
    for (const [index, target] of table.mapping.columns.entries()) {
      const heading = table.columns[index] ?? "";
      const isEmpty = table.sample.every(({ cells }) => !cells[index]);
      if (target && target !== "note" && !(isEmpty && columns[target] !== heading))
        guessedColumns.push([target, heading]);
    }
    expect(Object.fromEntries(guessedColumns.reverse())).toEqual(columns);
    if (people.length === 0) {
      await expect(chooseColumns(admin, id, { fields: table.mapping.columns })).rejects.toThrow("holds the name");
      return;
    }
    await chooseColumns(admin, id, { fields: table.mapping.columns, state: "public" });
    expect((await settle(id)).counts).toMatchObject({ new: people.length });
    const rowsShownAs = async (show: "refused" | "question") =>
      (await reviewPage(admin, id, { show, page: 1 })).rows.map(({ row }) => String(row));
    expect(await rowsShownAs("refused")).toEqual(expected.refusedRows ?? []);
    expect(await rowsShownAs("question")).toEqual(expected.questionRows ?? []);
    await applyImport(admin, id, { compared: true });
    await settle(id);
    const rows = await db.selectFrom("experts").selectAll().where("deletedAt", "is", null).orderBy("rowId").execute();
    const experts = rows.map(toExpert);
    expect(experts).toMatchObject(people);
    const text = JSON.stringify(experts);
    expect((expected.secretWords ?? []).filter((word) => text.includes(word))).toEqual([]);
    await undoImport(admin, id);
    expect(await db.selectFrom("experts").select("id").where("deletedAt", "is", null).execute()).toEqual([]);
  },
);

test("proposes a column as the name by its values only if no heading names a person, and its values look like names", () => {
  const nameIn = (columns: string[], ...rows: string[][]) => {
    const index = guessMapping(columns, rows).columns.indexOf("name");
    return index < 0 ? "" : columns[index];
  };
  expect(nameIn(["№", "ФИО", "Город"], ["1", "Ходырева Вера Львовна", "Москва"], ["2", "Швец Д. С.", "Тула"])).toBe(
    "ФИО",
  );
  expect(nameIn(["学号", "姓名"], ["17", "张三"], ["19", "李四丰"])).toBe("姓名");
  expect(nameIn(["Winner", "Name"], ["Ada Aale", "Bo Beek"], ["Cy Cole", "Di Dorn"])).toBe("Name");
  expect(nameIn(["Manager", "Winner"], ["Ada Aale", "Bo Beek"], ["Cy Cole", "Di Dorn"])).toBe("Winner");
  expect(nameIn(["Party", "Winner"], ["Old Blues", "Bo Beek"], ["Old Blues", "Di Dorn"])).toBe("Winner");
  const firstRow = ["Aland University", "12 Elm Row, Leeds", "Physics"];
  expect(nameIn(["Where", "Road", "Prize"], firstRow, ["Bland Institute of Art", "4 Ash Row, York", "Peace"])).toBe("");
});
