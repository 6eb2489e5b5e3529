/** Posts, their times and prizes: a deputy director is no director, who left is there no longer, and a nominee has no prize. */
import type { Doubt, Rule } from "./doubts";
import type { Pair } from "./pair.server";
import type { Token } from "./tokens.server";

export const ROLE_RULES: Rule[] = [roleDiffers, isNoLonger, isPast, hasEnded, rankMissing, onlyNominated];

const ROLES =
  words(`director directors president presidents professor professors professorship chair chaired chairs chairman chairwoman
  chairperson dean deans head headed heads chief chancellor provost principal editor editors edited fellow fellows member members founder
  founders founded found ceo officer secretary minister author authors authored lecturer leader led curator governor manager
  inventor invented discoverer discovered winner recipient laureate scientist doctorate degree consultant`);

/** What makes another post of it, each with its name for all that mean the same. */
const QUALIFIERS = new Map([
  ..."deputy vice assistant associate adjunct visiting honorary co founding acting emeritus"
    .split(" ")
    .map((word): [string, string] => [word, word]),
  ["interim", "acting"],
  ["emerita", "emeritus"],
]);
/** Tokens before a post that may qualify it: "assistant research professor". */
const BEFORE = 2;
/** As much as a pair of a few words has to spare. */
const DIFFERENT = 0.6;

/** Words by which a quote says in other words what the qualifier says, or the sentence what the quote's says. */
const SAID_OTHERWISE = new Map([
  ["co", words("with together jointly helped help one among and both partners colleagues along")],
  [
    "founding",
    words("found founded founds founder first establish established create created start started set built"),
  ],
]);

/** "Director" of whom the quote calls "deputy director", and the other way round. */
function roleDiffers({ words: own, claim, quote, isInWindow, isPerson }: Pair): Doubt[] {
  return own.flatMap(({ token, at, match }) => {
    if (!ROLES.has(token.word) || match.level === 0 || isPerson(token)) return [];
    const places = match.at.filter(isInWindow);
    if (places.length === 0) return [];
    const mine = qualifierOf(claim.tokens, at);
    const yours = places.map((place) => qualifierOf(quote.tokens, place));
    const [first] = yours;
    if (yours.some((one) => nameOf(one) === nameOf(mine))) return [];
    if (mine && !first) {
      const isSaid = quote.tokens.some(
        ({ word }) => QUALIFIERS.get(word) === nameOf(mine) || SAID_OTHERWISE.get(nameOf(mine))?.has(word),
      );
      if (isSaid) return [];
      return {
        doubt: DIFFERENT,
        text: `The sentence says “${written(mine, token)}”, the quote does not say “${mine.word}”`,
        claim: [mine, token],
        quote: places.slice(0, 1).map((place) => quote.tokens[place] as Token),
      };
    }
    // Whoever was its founding director was its director.
    if (!first || nameOf(first) === "founding") return [];
    if (claim.tokens.some(({ word }) => SAID_OTHERWISE.get(nameOf(first))?.has(word))) return [];
    // "A founder" may be one of several.
    if (nameOf(first) === "co" && claim.tokens[at - 1]?.word === "a") return [];
    const role = quote.tokens[places[0] as number] as Token;
    const text = `The quote says “${written(first, role)}”, the sentence “${written(mine, token)}”`;
    return { doubt: DIFFERENT, text, claim: mine ? [mine, token] : [token], quote: [first, role] };
  });
}

/** As the two stand there: "deputy director", "professor emerita", "co-founder". */
function written(qualifier: Token | undefined, role: Token): string {
  if (!qualifier) return role.word;
  if (qualifier.from > role.from) return `${role.word} ${qualifier.word}`;
  return `${qualifier.word}${qualifier.word === "co" ? "-" : " "}${role.word}`;
}

function nameOf(qualifier: Token | undefined): string {
  return qualifier ? (QUALIFIERS.get(qualifier.word) ?? "") : "";
}

/** What stands before a post, or after it as in "professor emerita". */
function qualifierOf(tokens: Token[], at: number): Token | undefined {
  const role = tokens[at] as Token;
  for (let before = 1; before <= BEFORE; before++) {
    const token = tokens[at - before];
    if (!token || token.clause !== role.clause || token.sentence !== role.sentence || token.weight === 0) break;
    // "Co" belongs to the word that it is joined to.
    if (token.word === "co" ? before === 1 : QUALIFIERS.has(token.word)) return token;
    if (ROLES.has(token.word)) break;
  }
  const next = tokens[at + 1];
  return next && QUALIFIERS.get(next.word) === "emeritus" ? next : undefined;
}

const NOW = words("is are currently now serves heads leads directs chairs remains");
const THEN = words("was were had has been former formerly until retired past ex once served headed led directed");
const NO_LONGER = words("former formerly ex past retired");

/** "Is director" of whom the quote calls a former one. */
function isNoLonger({ words: own, claim, quote, isInWindow }: Pair): Doubt[] {
  if (claim.tokens.some(({ word }) => THEN.has(word)) || !claim.tokens.some(({ word }) => NOW.has(word))) return [];
  return own.flatMap(({ token, match }) => {
    if (!ROLES.has(token.word) || match.level === 0) return [];
    const places = match.at.filter(isInWindow);
    const former = places.map((place) =>
      quote.tokens
        .slice(Math.max(0, place - BEFORE), place)
        .find(({ word, clause }) => NO_LONGER.has(word) && clause === quote.tokens[place]?.clause),
    );
    const [first] = former;
    if (!first || !former.every(Boolean)) return [];
    const role = quote.tokens[places[0] as number] as Token;
    return {
      doubt: DIFFERENT,
      text: `The quote says “${first.word} ${role.word}”`,
      claim: [token],
      quote: [first, role],
    };
  });
}

const PRESENT = words(
  `is are currently now teaches works lives runs serves heads leads directs chairs advises holds belongs remains`,
);
const ENDED = words("until till formerly previously");

/** "Teaches at Elm Hill" of whom the quote says "until 2008 she taught at Elm Hill". */
function isPast({ words: own, claim, quote, isInWindow, isPerson }: Pair): Doubt[] {
  if (claim.tokens.some(({ word }) => THEN.has(word) || ENDED.has(word))) return [];
  if (!claim.tokens.some(({ word }) => PRESENT.has(word))) return [];
  const places = own
    .filter(({ token, match }) => token.isName && !isPerson(token) && match.level > 0)
    .flatMap(({ match }) => match.at.filter(isInWindow));
  const endedIn = new Map(quote.tokens.filter(({ word }) => ENDED.has(word)).map((token) => [token.clause, token]));
  const ended = places.map((at) => endedIn.get((quote.tokens[at] as Token).clause));
  const [first] = ended;
  if (!first || !ended.every(Boolean)) return [];
  const text = `The sentence speaks of the present, the quote says “${first.word}”`;
  return [{ doubt: DIFFERENT, text, claim: claim.tokens.filter(({ word }) => PRESENT.has(word)), quote: [first] }];
}

const ENDS = words("to until till");

/** "Since 2010" where the quote says "from 2010 to 2018". */
function hasEnded({ words: own, claim, quote }: Pair): Doubt[] {
  return own.flatMap(({ token, at, match }) => {
    const since = claim.tokens[at - 1];
    if (!token.isYear || since?.word !== "since" || match.at.length === 0) return [];
    const ends = match.at.map((place) => {
      const [next, after] = quote.tokens.slice(place + 1, place + 3);
      const end = next && ENDS.has(next.word) ? after : next;
      return end?.isYear && end.sentence === quote.tokens[place]?.sentence ? end : undefined;
    });
    const [first] = ends;
    if (!first || !ends.every(Boolean)) return [];
    const text = `The sentence says “since ${token.written}”, the quote ends in ${first.word}`;
    return { doubt: DIFFERENT, text, claim: [since, token], quote: [first] };
  });
}

const RANKS = new Map([
  ["second", 2],
  ["third", 3],
]);
const OF_WHOM = words("the his her its their");

/** "The second head" of whom the quote calls the head. From the fourth on, it is a number. */
function rankMissing({ claim, quote }: Pair): Doubt[] {
  return claim.tokens.flatMap((token, at) => {
    const rank = RANKS.get(token.word);
    const [before, after] = [claim.tokens[at - 1], claim.tokens[at + 1]];
    if (!rank || token.isName || !before || !OF_WHOM.has(before.word) || !after || after.weight === 0) return [];
    if (quote.tokens.some(({ word, number }) => word === token.word || number === rank)) return [];
    return { doubt: DIFFERENT / 2, text: `The quote does not say “${token.word}”`, claim: [token], quote: [] };
  });
}

const WON = words(
  "won win wins winner winners received receive receives recipient awarded award awards laureate got honored honoured given earned",
);
const NOMINATED = words("nominated nominee nomination nominations shortlisted longlisted finalist finalists");

/** "Won" of whom the quote calls a nominee. */
function onlyNominated({ claim, quote, isInWindow }: Pair): Doubt[] {
  const won = claim.tokens.find(({ word, isName }) => WON.has(word) && !isName);
  if (!won || claim.tokens.some(({ word }) => NOMINATED.has(word))) return [];
  const near = quote.tokens.filter((_, at) => isInWindow(at));
  const nominated = near.find(({ word }) => NOMINATED.has(word));
  if (!nominated || near.some(({ word, isName }) => WON.has(word) && !isName)) return [];
  const text = `The sentence says “${won.word}”, the quote “${nominated.word}”`;
  return [{ doubt: DIFFERENT, text, claim: [won], quote: [nominated] }];
}

function words(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}
