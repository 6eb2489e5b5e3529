/**
 * Reading settings out of texts. Written by hand, and not with zod as everywhere else: the environment is read at every start,
 * and to load zod and to make its schemas takes longer than all that a start has to do.
 */

/** Reads a text that is not empty. Throws Wrong with what it must be. */
export type Reader<T> = (text: string) => T;
/** Reads a variable. An empty one counts as one that is not set: that is what `docker run -e NAME=` means. */
export type Setting<T> = (given: string | undefined) => T;

/** A value that cannot be used; the message says what it must be, without the value: it may be a secret. */
export class Wrong extends Error {}

/** undefined while it is not set. */
export function optional<T>(read: Reader<T>): Setting<T | undefined> {
  return (given) => (given ? read(given) : undefined);
}

/** `standard` while it is not set. */
export function withDefault<T, S extends T>(read: Reader<T>, standard: S): Setting<T> {
  return (given) => (given ? read(given) : standard);
}

/** Without spaces around it. */
export function text({ min = 0, max = Number.POSITIVE_INFINITY, few = "" } = {}): Reader<string> {
  return (given) => {
    const trimmed = given.trim();
    if (trimmed.length < min) throw new Wrong(`must have at least ${min} characters${few}`);
    if (trimmed.length > max) throw new Wrong(`must have at most ${max} characters`);
    return trimmed;
  };
}

/** A text that `isRight` accepts. */
export function textThat(isRight: (text: string) => boolean, mustBe: string): Reader<string> {
  return (given) => {
    const trimmed = given.trim();
    if (!isRight(trimmed)) throw new Wrong(mustBe);
    return trimmed;
  };
}

/** A list with commas in between. */
export function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (given) => given.split(",").map(read);
}

export function oneOf<Word extends string>(...words: Word[]): Reader<Word> {
  return (given) => {
    const found = words.find((word) => word === given);
    if (found === undefined) throw new Wrong(`must be ${spoken(words)}`);
    return found;
  };
}

function spoken(words: string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export const onOff: Reader<boolean> = (given) => oneOf("on", "off")(given) === "on";

/** @param what such as "a port number". */
export function number(what: string, { min, max = Number.MAX_VALUE }: { min: number; max?: number }): Reader<number> {
  return (given) => {
    const value = Number(given);
    if (!Number.isFinite(value)) throw new Wrong(`must be ${what}`);
    if (value < min) throw new Wrong(`must be ${what}, at least ${min}`);
    if (value > max) throw new Wrong(`must be ${what}, at most ${max}`);
    return value;
  };
}

export function wholeNumber(what: string, range: { min: number; max?: number }): Reader<number> {
  return (given) => {
    const value = number(what, range)(given);
    if (!Number.isSafeInteger(value)) throw new Wrong(`must be ${what}, and a whole number`);
    return value;
  };
}

/** @param schemes such as "http:". */
export function address(...schemes: string[]): Reader<string> {
  return (given) => {
    const trimmed = given.trim();
    const starts = schemes.map((scheme) => `${scheme}//`);
    const isAddress = URL.canParse(trimmed) && starts.some((start) => trimmed.toLowerCase().startsWith(start));
    if (!isAddress) throw new Wrong(`must be an address starting with ${spoken(starts)}`);
    return trimmed;
  };
}

export const webAddress = address("http:", "https:");
/** Without slashes at its end. */
export const origin: Reader<string> = (given) => webAddress(given).replace(/\/+$/, "");

/** The site answers at the root of its host: an address with more than that would make links that lead nowhere. */
export const siteAddress: Reader<string> = (given) => {
  const found = origin(given);
  const { pathname, search, hash, username } = new URL(found);
  if (pathname === "/" && !search && !hash && !username) return found;
  throw new Wrong("must be a scheme and a host only, such as https://longevity.example.org");
};

/** What sign-up takes for an e-mail address, too (zod's pattern). */
const EMAIL = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const email: Reader<string> = (given) => {
  if (!EMAIL.test(given)) throw new Wrong("must be an e-mail address");
  return given;
};

/** "Name <address>" or an address; a name with commas and the like in quotation marks. */
export const mailbox = textThat((value) => {
  const parts = /^(?:"[^"\p{Cc}]*"|[^"<>@,;:\p{Cc}]*?)\s*<([^<>]*)>$/u.exec(value);
  return EMAIL.test(parts ? (parts[1] ?? "") : value);
}, "must be an e-mail address, alone or as Name <name@example.org>");

export const endpoint: Reader<{ address: string; port: number }> = (given) => {
  const value = textThat(
    (one) => /^(\[[\da-f:]+\]|[\d.]+):\d{1,5}$/i.test(one),
    "must be addresses with their ports, such as 127.0.0.1:8080,[::1]:8080",
  )(given);
  const colon = value.lastIndexOf(":");
  return { address: value.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(value.slice(colon + 1)) };
};
