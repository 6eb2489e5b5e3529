/** Marks indexed tokens other than words: stems, places and sounds. No typed word contains it. */
export const TOKEN_MARK = "§";

type Part = RegExp | string;

/** British and American spellings of parts of words; "$1" and "$2" stay the same. */
const RULES: [british: [Part, string], american: [Part, string]][] = [
  bothWays("ageing", "aging"),
  bothWays("aem", "em"),
  bothWays("aesth", "esth"),
  bothWays("aetio", "etio"),
  bothWays("caec", "cec"),
  bothWays("faec", "fec"),
  bothWays("foet", "fet"),
  bothWays("gynaec", "gynec"),
  bothWays("homoeo", "homeo"),
  bothWays("oedem", "edem"),
  bothWays("oesoph", "esoph"),
  bothWays("oestr", "estr"),
  bothWays("paed", "ped"),
  bothWays("palaeo", "paleo"),
  bothWays("programme", "program"),
  bothWays("rrhoe", "rrhe"),
  bothWays("sceptic", "skeptic"),
  bothWays("sulph", "sulf"),
  bothWays("dgement", "dgment"),
  [
    [/([a-z]{3})our/, "$1or"],
    [/([a-z]{3})or(?!m)/, "$1our"],
  ],
  [
    [/([a-z]{2})is(e|ed|es|er|ers|ing|ations?)$/, "$1iz$2"],
    [/([a-z]{2})iz(e|ed|es|er|ers|ing|ations?)$/, "$1is$2"],
  ],
  [
    [/ys(e|ed|es|er|ers|ing)$/, "yz$1"],
    [/yz(e|ed|es|er|ers|ing)$/, "ys$1"],
  ],
  [
    [/([a-z]{3}[aeiou]l)l(ed|er|ers|ing)$/, "$1$2"],
    [/([a-z]{3}[aeiou]l)(ed|er|ers|ing)$/, "$1l$2"],
  ],
  [
    [/([bt])re(s?)$/, "$1er$2"],
    [/([bt])er(s?)$/, "$1re$2"],
  ],
  [
    [/([a-z]{3})ogue(s?)$/, "$1og$2"],
    [/([a-z]{3})og(s?)$/, "$1ogue$2"],
  ],
  [
    [/([a-z]{3})ence(s?)$/, "$1ense$2"],
    [/([a-z]{3})ense(s?)$/, "$1ence$2"],
  ],
];

function bothWays(british: string, american: string): (typeof RULES)[number] {
  return [
    [british, american],
    [american, british],
  ];
}

/** Returns a folded word and its British or American spellings: "catalogue" and "catalog". */
export function spellingsOf(word: string): string[] {
  // Leaves tokens of places and sounds unchanged.
  if (word.startsWith(TOKEN_MARK)) return [word];
  const variants = RULES.map(([[british, inAmerican], [american, inBritish]]) => {
    const changedWord = word.replace(british, inAmerican);
    return changedWord === word ? word.replace(american, inBritish) : changedWord;
  });
  return [...new Set([word, ...variants])];
}
