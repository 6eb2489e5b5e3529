/** Stands before what is indexed beside words: stems, places, how names sound. No word that is typed has it. */
export const MADE = "§";

type Part = RegExp | string;

/** British and American ways to write a part of a word; "$1" and "$2" are what both have in common. */
const RULES: [british: [Part, string], american: [Part, string]][] = [
  both("ageing", "aging"),
  both("aem", "em"),
  both("aesth", "esth"),
  both("aetio", "etio"),
  both("caec", "cec"),
  both("faec", "fec"),
  both("foet", "fet"),
  both("gynaec", "gynec"),
  both("homoeo", "homeo"),
  both("oedem", "edem"),
  both("oesoph", "esoph"),
  both("oestr", "estr"),
  both("paed", "ped"),
  both("palaeo", "paleo"),
  both("programme", "program"),
  both("rrhoe", "rrhe"),
  both("sceptic", "skeptic"),
  both("sulph", "sulf"),
  both("dgement", "dgment"),
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

function both(british: string, american: string): (typeof RULES)[number] {
  return [
    [british, american],
    [american, british],
  ];
}

/** A folded word and its other spellings in British and American English: "catalogue" and "catalog". */
export function spellingsOf(word: string): string[] {
  // A place, or how a name sounds, is no word.
  if (word.startsWith(MADE)) return [word];
  const others = RULES.map(([[british, inAmerican], [american, inBritish]]) => {
    const changed = word.replace(british, inAmerican);
    return changed === word ? word.replace(american, inBritish) : changed;
  });
  return [...new Set([word, ...others])];
}
