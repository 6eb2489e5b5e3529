import { fold, words } from "~/db.server";

/** Folded words around names. */
const TITLES = new Set(
  `dr prof professor sir dame lord lady mr mrs ms mx rev hon phd md mdphd dphil dsc scd msc bsc mba mph ma ba bs ms
  mbbs mbchb do rn jd frs frcp frcs facp faap facc fmedsci obe mbe cbe jr sr ii iii iv esq emeritus emerita
  distinguished`.split(/\s+/),
);
const DOTTED =
  /(?<=[\s,])(?:ph\.\s?d|m\.d|d\.phil|d\.sc|sc\.d|m\.sc|b\.sc|m\.p\.h|m\.b\.a|m\.a|b\.a)\.?(?![\p{L}\p{N}])/giu;
const PARTICLES = new Set("de da do dos das del della der den di du la le van von ter ten zu bin ibn al el".split(" "));
/** Middle names or initials between given name and surname. */
const BETWEEN = 2;
const MAX_BEFORE = 6;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Tells whether the surname's words follow, or precede, the given name or its initial in a text. */
export function names(text: string, name: string): boolean {
  if (UNSPACED.test(name)) return compact(text).includes(compact(name));
  const { givenNames, surname } = namePartsOf(name);
  if (surname.length === 0) return false;
  const all = words(text);
  const initials = givenNames.map((word) => word[0]).join("");
  for (let at = all.indexOf(surname[0] as string); at >= 0; at = all.indexOf(surname[0] as string, at + 1)) {
    if (!surname.every((word, index) => all[at + index] === word)) continue;
    if (givenNames.length === 0) return true;
    const next = all[at + surname.length] ?? "";
    if (isGiven(next, givenNames, initials)) return true;
    if (nameBefore(all, at).some((word) => isGiven(word, givenNames, initials))) return true;
  }
  return false;
}

/** Tells whether a text has the words of the surname in order. */
export function namesFamily(text: string, name: string): boolean {
  if (UNSPACED.test(name)) return compact(text).includes(compact(name));
  const { surname } = namePartsOf(name);
  return surname.length > 0 && ` ${words(text).join(" ")} `.includes(` ${surname.join(" ")} `);
}

function compact(text: string): string {
  return words(fold(text)).join("");
}

function namePartsOf(name: string): { givenNames: string[]; surname: string[] } {
  const parts = name.replace(DOTTED, " ").split(",").map(withoutTitles);
  const [first = [], second = []] = parts.filter((part) => part.length > 0);
  // Turn "Sinclair, David" round; after a full name, a comma ends it.
  const all = first.length === 1 && second.length > 0 ? [...second, ...first] : [...first];
  let start = all.length - 1;
  while (start > 1 && PARTICLES.has(all[start - 1] as string)) start--;
  return { givenNames: all.slice(0, Math.max(0, start)), surname: all.slice(Math.max(0, start)) };
}

/** Two letters may be a surname: "Jack Ma, MA". */
function withoutTitles(part: string): string[] {
  const written = part.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const sure = written.filter((word) => !TITLES.has(fold(word)) || (word.length < 3 && !/^(dr|mr|ms)$/i.test(word)));
  const likely = sure.filter((word) => word.length !== 2 || word !== word.toUpperCase() || !TITLES.has(fold(word)));
  return words((likely.length > 1 ? likely : sure).join(" "));
}

function nameBefore(all: string[], at: number): string[] {
  const namesBefore: string[] = [];
  for (let index = at - 1, spelledOut = 0; index >= 0 && index >= at - MAX_BEFORE; index--) {
    const word = all[index] as string;
    if (word.length > 1 && (SMALL.has(word) || spelledOut++ > BETWEEN)) break;
    namesBefore.push(word);
  }
  return namesBefore;
}

/** A given name or initials: "David", "D", "DA". */
function isGiven(word: string, givenNames: string[], initials: string): boolean {
  if (word.length < 2) return word !== "" && word === initials[0];
  if (givenNames.includes(word)) return true;
  if (initials.length > 1) return initials.startsWith(word);
  return word.length === 2 && word[0] === initials && !SMALL.has(word);
}

const SMALL = new Set(
  `am an and as at be but by de do et for go he if in is it la me my no not of on or she so the to und up us was we
  who with`.split(/\s+/),
);
