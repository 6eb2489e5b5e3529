/**
 * How often something may be done. Counted in a database file of its own, DATA_DIR/limits.db: the counts outlive a restart,
 * and their transactions never wait for those of the directory.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { mailIsConfigured } from "~/services/mailer.server";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Rule {
  /** How many times within `seconds`, counted from the first. */
  times: number;
  seconds: number;
  /** What there were too many of, as the sentence for the person begins. */
  tooMany: string;
}

const TRIES = "Too many tries to sign in.";
const LINKS = "Too many requests for a link by e-mail.";

const rules = {
  /** Passwords tried for one account from one place. */
  triesHere: { times: 5, seconds: 15 * MINUTE, tooMany: TRIES },
  /** Passwords tried for one account from places where it never signed in; see `countTry`. */
  triesElsewhere: { times: 15, seconds: HOUR, tooMany: TRIES },
  triesOfNewPlaces: { times: 5, seconds: HOUR, tooMany: TRIES },
  /** Passwords tried from one place for any account. */
  triesFrom: { times: 50, seconds: 15 * MINUTE, tooMany: TRIES },
  /** Not a limit but a memory: a password was tried for an account from a place within the last day. */
  triedPlace: { times: 1, seconds: DAY, tooMany: "" },
  /** Not a limit but a memory: an account signed in from a place within the last 30 days. */
  knownPlace: { times: 1, seconds: 30 * DAY, tooMany: "" },
  signUp: { times: 10, seconds: HOUR, tooMany: "Too many new accounts from your network." },
  /** Mails with a reset or sign-in link, asked for from one place. */
  linkFrom: { times: 5, seconds: HOUR, tooMany: LINKS },
  /** The same, to one mailbox, wherever they are asked for. */
  linkTo: { times: 20, seconds: HOUR, tooMany: LINKS },
  /** Mails that confirm an address, for one account. */
  verify: { times: 5, seconds: HOUR, tooMany: "Too many requests for a confirmation mail." },
  /** Submissions of one account. */
  submission: { times: 30, seconds: HOUR, tooMany: "Too many submissions within an hour." },
  /** Questions of one admin to providers of texts. */
  aiText: { times: 120, seconds: HOUR, tooMany: "Too many questions to AI within an hour." },
  /** Pictures that one admin has made. */
  aiImage: { times: 60, seconds: HOUR, tooMany: "Too many pictures from AI within an hour." },
  /** Drafts saved from one place while typing: several people at once, each every two seconds. */
  draftSave: { times: 900, seconds: 5 * MINUTE, tooMany: "Too many drafts saved from your network." },
  /** Drafts of submissions begun from one place. */
  draft: { times: 60, seconds: HOUR, tooMany: "Too many unfinished submissions from your network." },
} satisfies Record<string, Rule>;

export type LimitName = keyof typeof rules;

/**
 * Counts one more, unless RATE_LIMIT is off.
 *
 * @param key whose count it is, such as an address (see `network`) or a user's id; only its hash is stored.
 * @throws AppError "limited" with the seconds to wait, when the count is full.
 */
export async function limit(name: LimitName, key: string): Promise<void> {
  const seconds = await secondsToWait(name, key);
  if (seconds === 0) return;
  const link =
    rules[name].tooMany === TRIES && mailIsConfigured ? ", or sign in with a link that we e-mail to you" : "";
  const message = `${rules[name].tooMany} Please try again in ${spoken(seconds)}${link}.`;
  throw new AppError("limited", message, undefined, seconds);
}

/** Counts one more, as `limit` does. Gives false when the count is full. */
export async function isWithin(name: LimitName, key: string): Promise<boolean> {
  return (await secondsToWait(name, key)) === 0;
}

/** Counts one more. Gives 0, or when the count is full the seconds until it begins anew. */
async function secondsToWait(name: LimitName, key: string): Promise<number> {
  if (!env.RATE_LIMIT) return 0;
  const limiter = await limiterOf(name);
  try {
    await limiter.consume(hashed(key));
    return 0;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
  }
}

/** Starts a count anew. */
export async function forget(name: LimitName, key: string): Promise<void> {
  await (await limiterOf(name)).delete(hashed(key));
}

/**
 * Counts a try of a password before it is checked: tries at the same time count too.
 *
 * Five for an account and place within 15 minutes. From places that the account never signed in from, 20 within an hour;
 * five of them are for places that did not try before, so that a stranger who tries on and on leaves them to the owner.
 * Places that the owner signed in from are not part of that. One place has 50 for all accounts together.
 *
 * @param account the e-mail address that was given, whether or not it has an account.
 * @throws AppError "limited" with at most an hour to wait.
 */
export async function countTry(account: string, address: string): Promise<void> {
  const here = `${account} ${network(address)}`;
  await limit("triesHere", here);
  await limit("triesFrom", network(address));
  if (await isKnown(here)) return;
  const isNew = await isWithin("triedPlace", here);
  if (isNew && (await isWithin("triesElsewhere", account))) return;
  await limit(isNew ? "triesOfNewPlaces" : "triesElsewhere", account);
}

/** After the right password or link: the tries of this place are forgotten, and the place is remembered. */
export async function trustPlace(account: string, address: string): Promise<void> {
  if (!env.RATE_LIMIT) return;
  const here = `${account} ${network(address)}`;
  await forget("triesHere", here);
  await forget("triedPlace", here);
  await (await limiterOf("knownPlace")).set(hashed(here), 1, rules.knownPlace.seconds);
}

/** After a link from a mail was used: its owner may sign in at once, and ask for further links. */
export async function forgetTries(account: string, address: string): Promise<void> {
  await forget("triesHere", `${account} ${network(address)}`);
  for (const name of ["triesElsewhere", "triesOfNewPlaces", "linkTo"] as const) await forget(name, account);
}

async function isKnown(here: string): Promise<boolean> {
  if (!env.RATE_LIMIT) return true;
  return (await (await limiterOf("knownPlace")).get(hashed(here))) !== null;
}

/**
 * What counts as one place: an IPv4 address, or the /64 network of an IPv6 address, because one household has as many
 * addresses of it as it likes.
 */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // As an address of the web it is written in one way only: short, lower case, without a zone.
  const short = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = short.split("::");
  const [before, after] = [head, tail].map((part) => (part ? part.split(":") : [])) as [string[], string[]];
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}

const limiters = new Map<LimitName, Promise<RateLimiterSQLite>>();

function limiterOf(name: LimitName): Promise<RateLimiterSQLite> {
  const limiter = limiters.get(name) ?? makeLimiter(name);
  limiters.set(name, limiter);
  return limiter;
}

function makeLimiter(name: LimitName): Promise<RateLimiterSQLite> {
  const { times, seconds } = rules[name];
  return new Promise((resolve, reject) => {
    const options = {
      storeClient: open(),
      storeType: "better-sqlite3",
      tableName: "limits",
      keyPrefix: name,
      points: times,
      duration: seconds,
      clearExpiredByTimeout: name === "triesHere", // one of them clears the table for all
    };
    const limiter = new RateLimiterSQLite(options, (error?: Error) => (error ? reject(error) : resolve(limiter)));
  });
}

// Kept on the process, so that a reload in development does not open the file a second time.
const kept = globalThis as { limitsDatabase?: SQLite.Database };

function open(): SQLite.Database {
  if (kept.limitsDatabase) return kept.limitsDatabase;
  mkdirSync(env.DATA_DIR, { recursive: true });
  const sqlite = new SQLite(join(env.DATA_DIR, "limits.db"), { timeout: 10_000 });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL"); // a power cut gives nobody new tries
  kept.limitsDatabase = sqlite;
  return sqlite;
}

function hashed(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

function spoken(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes`;
}
