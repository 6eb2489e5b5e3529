import { expect, test } from "vitest";
import { countryName, countryOf } from "./countries";

const NOTATIONS: Record<string, string[]> = {
  AT: ["at", "AUT", "040", "Austria", "Österreich", "Autriche", "austrian", "🇦🇹"],
  CD: ["Congo-Kinshasa", "Democratic Republic of the Congo", "République démocratique du Congo"],
  CI: ["Ivory Coast", "Côte d’Ivoire", "Cote d'Ivoire", "Elfenbeinküste"],
  CN: ["China", "People's Republic of China", "中国", "Chinese"],
  CZ: ["Czechia", "Czech Republic", "Tschechische Republik", "Česko"],
  DE: [
    "Germany",
    "Deutschland",
    "ALLEMAGNE",
    "Alemania",
    "Германия",
    "ドイツ",
    "독일",
    "ألمانيا",
    "Federal Republic of Germany",
    "Germany (Berlin)",
    "Bavaria",
  ],
  GB: [
    "UK",
    "U.K.",
    "United Kingdom",
    "Great Britain",
    "england",
    "Scotland",
    "Wales",
    "Northern Ireland",
    "Vereinigtes Königreich",
  ],
  GE: ["Georgia"],
  HK: ["Hong Kong", "Hong Kong SAR China"],
  KE: ["Kenya", "kenyan", "Kenia", "KEN", "404"],
  KR: ["South Korea", "Korea, South", "Republic of Korea", "Korea, Republic of", "대한민국"],
  MM: ["Burma", "Myanmar (Burma)"],
  MV: ["मालदीव"],
  NL: ["Holland", "The Netherlands", "the netherlands", "Nederland", "Pays-Bas"],
  TR: ["Turkey", "Türkiye", "Turquie"],
  TW: ["Taiwan", "Taiwan, Province of China"],
  US: [
    "U.S.",
    "U.S.A.",
    "us",
    "USA",
    "America",
    "the United States of America",
    "États-Unis",
    "EE. UU.",
    "Texas",
    "840",
  ],
  VN: ["Viet Nam", "Vietnam", "Việt Nam"],
};

/** Abbreviations of ten languages, with and without dots. */
const ABBREVIATIONS: Record<string, string[]> = {
  AE: ["UAE", "U.A.E.", "ОАЭ", "VAE", "EAU"],
  CD: ["DRC", "RDC", "R.D.C."],
  CN: ["PRC", "P.R.C.", "P.R. China", "PR China", "VR China", "КНР", "RPC", "R.P.C."],
  CZ: ["ČR"],
  DE: ["BRD", "RFA", "R.F.A.", "FRG", "ФРГ", "BR Deutschland"],
  GB: ["U.K.", "VK"],
  KP: ["КНДР", "DPRK"],
  KR: ["ROK", "R.O.K.", "한국"],
  RU: ["РФ"],
  SA: ["KSA"],
  US: ["EEUU", "EE.UU.", "EUA", "E.U.A.", "США", "VS", "米国", "USA", "U. S. A.", "ΗΠΑ"],
  ZA: ["RSA", "ЮАР"],
};

test.for(Object.entries(ABBREVIATIONS))("recognises the abbreviations of %s", ([code, texts]) => {
  expect(Object.fromEntries(texts.map((text) => [text, countryOf(text)]))).toEqual(
    Object.fromEntries(texts.map((text) => [text, code])),
  );
});

test.for(["DDR", "U.N.", "N.N.", "k. A.", "n/a", "M.D.", "Ph.D."])("does not take %s for an abbreviation", (text) =>
  expect(countryOf(text)).toBe(null),
);

test.for(Object.entries(NOTATIONS))("recognises %s in any notation", ([code, texts]) => {
  expect(Object.fromEntries(texts.map((text) => [text, countryOf(text)]))).toEqual(
    Object.fromEntries(texts.map((text) => [text, code])),
  );
});

test.for(["", "XX", "Atlantis", "Congo", "Korea", "Europe", "EU", "UN", "1", "999", "germ", "🇽🇽", "x".repeat(100_000)])(
  "returns null for %.20s, which names no country or several",
  (text) => expect(countryOf(text)).toBe(null),
);

test("recognises every country by its English name, in any case, and by its code", () => {
  const codes = ["AX", "BQ", "CW", "GS", "MF", "PS", "ST", "SX", "VA", "XK"].map((code) => [code, countryOf(code)]);
  expect(codes).toEqual(codes.map(([code]) => [code, code]));
  for (const [code] of codes) expect(countryOf(countryName(code as string).toUpperCase())).toBe(code);
});

test("recognises names in all large languages", () => {
  const misreadNames = [
    "de",
    "es",
    "fr",
    "it",
    "pt",
    "nl",
    "pl",
    "ru",
    "uk",
    "tr",
    "ar",
    "he",
    "hi",
    "th",
    "ja",
    "ko",
    "zh",
  ].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return ["DE", "FR", "GB", "US", "JP", "IN", "BR", "KE", "EG", "TH"]
      .filter((code) => countryOf(String(names.of(code))) !== code)
      .map((code) => `${language} ${code}`);
  });
  expect(misreadNames).toEqual([]);
});
