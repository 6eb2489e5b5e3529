import { expect, test } from "vitest";
import { guessMapping } from "./guess.server";

/** Headings of telephone numbers as people write them, by the language. */
const TELEPHONES: Record<string, string[]> = {
  en: ["Phone", "Tel", "TEL.", "Cell", "Mobile", "Phone 2", "Fax", "Telephone no."],
  de: ["Telefon", "Mobil", "Tel.-Nr.", "Handy", "Mobil-Nr."],
  fr: ["Téléphone", "Tél.", "N° de téléphone", "Portable", "Numéro de téléphone"],
  sv: ["Telefonnummer", "Mobil", "Mobiltelefon"],
  da: ["Tlf.", "Tlf nr."],
  pl: ["Telefon", "Tel.", "Komórka", "Telefon komórkowy"],
  cs: ["Telefon", "Mobil", "Telefonní číslo"],
  hu: ["Telefonszám", "Mobil"],
  ro: ["Telefon", "Număr de telefon", "Telefon mobil"],
  lt: ["Telefonas"],
  is: ["Sími", "Farsími"],
  ru: ["Телефон", "Мобильный телефон", "Факс"],
  el: ["Τηλέφωνο", "Κινητό"],
  vi: ["Điện thoại", "Số điện thoại"],
  id: ["Telepon", "No. HP", "Ponsel"],
  he: ["טלפון", "נייד"],
  ar: ["الهاتف", "رقم الهاتف", "جوال"],
  fa: ["تلفن", "موبایل"],
  hi: ["फ़ोन", "मोबाइल"],
  th: ["โทรศัพท์", "เบอร์โทร"],
  ja: ["電話", "電話番号", "携帯"],
  zh: ["电话", "手机号码"],
  ko: ["전화번호", "휴대폰"],
};

/** Headings with further words, which are of telephones if they have numbers. */
const WITH_FURTHER_WORDS = [
  "Work mobile (day)",
  "Téléphone du secrétariat",
  "Telefono studio",
  "Контактный телефон",
  "Раб. тел.",
  "Telefon praca",
  "Τηλέφωνο γραφείου",
  "İş telefonu",
  "联系电话",
  "담당자 전화",
  "連絡先電話",
];

/** Headings of what people research, with the same words. */
const TOPICS = [
  "Cell biology",
  "Portable devices",
  "Biología celular",
  "Biologia cellulare",
  "Mobile health",
  "Mobilität",
  "Stem cell",
  "Dispositivos móviles",
  "Mobila system",
  "Téléphonie sociale",
  "Мобильная робототехника",
  "Клеточная телефония",
  "手机游戏",
  "携帯型デバイス",
  "휴대용 기기",
];

const targetOf = (heading: string, values: string[]) =>
  guessMapping(
    ["Name", heading],
    values.map((value, index) => [`Ada Ebb ${"ABC"[index]}.`, value]),
  ).columns[1];

test.each(Object.entries(TELEPHONES))("D70 a column of telephone numbers is left out, in %s", (_language, headings) => {
  const targets = headings.flatMap((heading) => [
    [heading, targetOf(heading, ["+49 30 1234567", "(030) 765 43 21 ext. 4"])],
    [heading, targetOf(heading, ["on request", "see my page"])],
  ]);
  expect(targets.filter(([, target]) => target !== "")).toEqual([]);
});

test("D70 a heading with further words is that of telephone numbers by its values", () => {
  const numbers = ["020 7946 0958", "030/1234-567 (mornings)"];
  expect(WITH_FURTHER_WORDS.filter((heading) => targetOf(heading, numbers) !== "")).toEqual([]);
});

test("D70 a column about cells, mobile or portable things is no column of telephone numbers", () => {
  const values = ["Sensors, since 2001", "2001–2024"];
  expect(TOPICS.filter((heading) => targetOf(heading, values) === "")).toEqual([]);
});
