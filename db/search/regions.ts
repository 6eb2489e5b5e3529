/**
 * The regions of countries as readers name them, by codes of ISO 3166-1: those of the UN's standard M49
 * (https://unstats.un.org/unsd/methodology/m49/), then unions of states. The words of most name the continent, too.
 */
const REGIONS: Record<string, string> = {
  "North Africa, Africa": "DZ EG EH LY MA SD TN",
  "East Africa, Sub-Saharan Africa": "BI DJ ER ET KE KM MG MU MW MZ RE RW SC SO SS TZ UG YT ZM ZW",
  "Central Africa, Sub-Saharan Africa": "AO CD CF CG CM GA GQ ST TD",
  "Southern Africa, Sub-Saharan Africa": "BW LS NA SZ ZA",
  "West Africa, Sub-Saharan Africa": "BF BJ CI CV GH GM GN GW LR ML MR NE NG SH SL SN TG",
  "North America": "BM CA GL PM US",
  "Central America, Latin America": "BZ CR GT HN MX NI PA SV",
  "Caribbean, Latin America": "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI",
  "South America, Latin America": "AR BO BR CL CO EC FK GF GY PE PY SR UY VE",
  "Central Asia": "KG KZ TJ TM UZ",
  "East Asia": "CN HK JP KP KR MN MO TW",
  "Southeast Asia": "BN ID KH LA MM MY PH SG TH TL VN",
  "South Asia": "AF BD BT IN IR LK MV NP PK",
  "West Asia": "AE AM AZ BH CY GE IL IQ JO KW LB OM PS QA SA SY TR YE",
  "Eastern Europe": "BG BY CZ HU MD PL RO RU SK UA",
  "Northern Europe": "AX DK EE FI FO GB GG IE IM IS JE LT LV NO SE SJ",
  "Southern Europe": "AD AL BA ES GI GR HR IT ME MK MT PT RS SI SM VA",
  "Western Europe": "AT BE CH DE FR LI LU MC NL",
  Oceania: "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS",
  "European Union": "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK",
  "Nordic countries": "AX DK FI FO GL IS NO SE",
  Scandinavia: "DK NO SE",
  "Baltic states": "EE LT LV",
};

/** The names of the regions that a country lies in, by its code; none for an unknown one. */
export function regionsOf(country: string): string[] {
  return Object.entries(REGIONS).flatMap(([names, countries]) =>
    countries.split(" ").includes(country) ? names.split(", ") : [],
  );
}
