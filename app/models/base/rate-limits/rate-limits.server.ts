/**
 * Limits rates. Counts in DATA_DIR/limits.db, where counts survive a restart and never wait for writes to the main
 * database; or in PostgreSQL, for all machines together.
 */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type SQLite from "better-sqlite3";
import ipaddr from "ipaddr.js";
import type { RateLimiterPostgres, RateLimiterSQLite } from "rate-limiter-flexible";
import { deleteExpiredLimits, engine, LIMITS_TABLE, openLimits } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { lazyPackage } from "~/services/lazy-package.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { isAhead } from "~/stored-times";

const loadLimiters = lazyPackage<typeof import("rate-limiter-flexible")>("rate-limiter-flexible");

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Rule {
  times: number; // The maximum within `seconds`, counted from the first attempt
  seconds: number;
  tooMany: string;
}

const TOO_MANY_TRIES = "Too many tries to sign in.";
const TOO_MANY_LINKS = "Too many requests for a link by email.";

const TOO_MANY_CONFIRMATIONS = "Too many requests for a confirmation mail.";

const rules = {
  triesHere: { times: 5, seconds: 15 * MINUTE, tooMany: TOO_MANY_TRIES },
  triesElsewhere: { times: 15, seconds: HOUR, tooMany: TOO_MANY_TRIES },
  triesOfNewPlaces: { times: 5, seconds: HOUR, tooMany: TOO_MANY_TRIES },
  triesFrom: { times: 50, seconds: 15 * MINUTE, tooMany: TOO_MANY_TRIES },
  triedPlace: { times: 1, seconds: DAY, tooMany: "" },
  /** Remembers a place from which the account signed in. */
  knownPlace: { times: 1, seconds: 30 * DAY, tooMany: "" },
  signUp: { times: 10, seconds: HOUR, tooMany: "Too many new accounts from your network." },
  linkFrom: { times: 5, seconds: HOUR, tooMany: TOO_MANY_LINKS },
  linkTo: { times: 20, seconds: HOUR, tooMany: TOO_MANY_LINKS },
  verify: { times: 5, seconds: HOUR, tooMany: TOO_MANY_CONFIRMATIONS },
  /** Mails that confirm the address of an account, also of accounts that were deleted and made again. */
  newAccountMail: { times: 10, seconds: DAY, tooMany: TOO_MANY_CONFIRMATIONS },
  submission: { times: 30, seconds: HOUR, tooMany: "Too many submissions within an hour." },
  /** Each upload has at most three images of 5 MB. */
  ownImages: { times: 10, seconds: DAY, tooMany: "Too many images within a day." },
  ownImagesInYear: { times: 50, seconds: 365 * DAY, tooMany: "Too many images within a year." },
  notMyWork: { times: 100, seconds: DAY, tooMany: "Too many works within a day." },
  reportFrom: { times: 10, seconds: HOUR, tooMany: "Too many reports from your network." },
  followFrom: { times: 20, seconds: HOUR, tooMany: "Too many requests to follow from your network." },
  askFrom: { times: 10, seconds: HOUR, tooMany: "Too many questions from your network." },
  /**
   * Mails to unproven addresses that one network requested: about one subject, and about all subjects. The sender gets no
   * message.
   */
  mailAbout: { times: 1, seconds: DAY, tooMany: "" },
  mailFrom: { times: 5, seconds: DAY, tooMany: "" },
  /** Mails to one unproven address that all networks requested. */
  mailTo: { times: 10, seconds: DAY, tooMany: "" },
  /** Remembers that somebody used a link in a mail to the address. */
  provenAddress: { times: 1, seconds: DAY, tooMany: "" },
  /** Letters of one editor to listed people, and letters to one address. */
  tellFrom: { times: 60, seconds: HOUR, tooMany: "Too many messages to listed people within an hour." },
  tellTo: { times: 3, seconds: DAY, tooMany: "We wrote to this address several times within the last day." },
  questionReply: { times: 20, seconds: DAY, tooMany: "Too many messages within a day." },
  claimMail: { times: 5, seconds: DAY, tooMany: "Too many links to show that a profile is yours." },
  /** Requests of one account, so that a stranger's attempts do not use up the owner's attempts. */
  claimMailTo: { times: 2, seconds: DAY, tooMany: "We wrote to this address for you within the last day." },
  claimCheck: { times: 20, seconds: HOUR, tooMany: "Too many checks of a page." },
  apiKey: { times: 1_500, seconds: 5 * MINUTE, tooMany: "Too many calls with this key." },
  mcp: { times: 600, seconds: 5 * MINUTE, tooMany: "Too many calls from your network." },
  aiText: { times: 120, seconds: HOUR, tooMany: "Too many AI requests within an hour." },
  aiImage: { times: 60, seconds: HOUR, tooMany: "Too many AI images within an hour." },
  /** Allows several people at once, each with a save every two seconds. */
  draftSave: { times: 900, seconds: 5 * MINUTE, tooMany: "Too many drafts saved from your network." },
  draft: { times: 60, seconds: HOUR, tooMany: "Too many unfinished submissions from your network." },
} satisfies Record<string, Rule>;

export type LimitName = keyof typeof rules;

/**
 * Counts an attempt, unless RATE_LIMIT is off. Throws "limited" with the seconds to wait if the limit is reached; the
 * message ends with `otherWay`.
 */
export async function limit(name: LimitName, key: string, otherWay = otherWayFor(name)): Promise<void> {
  const seconds = await secondsToWait(name, key);
  if (seconds === 0) return;
  const message = `${rules[name].tooMany} Please try again in ${durationText(seconds)}${otherWay}.`;
  throw new AppError("limited", message, undefined, seconds);
}

function otherWayFor(name: LimitName): string {
  return rules[name].tooMany === TOO_MANY_TRIES && mailIsConfigured
    ? ", or sign in with a link that we email to you"
    : "";
}

export async function countWithinLimit(name: LimitName, key: string): Promise<boolean> {
  return (await secondsToWait(name, key)) === 0;
}

async function secondsToWait(name: LimitName, key: string): Promise<number> {
  if (!env.RATE_LIMIT) return 0;
  const limiter = await limiterOf(name);
  const count = await consume(limiter, key);
  // Ignores counts from a clock that ran ahead, so that nobody waits longer than the rule says.
  const isBeyondRule = !isAhead(Date.now() + count.msBeforeNext, rules[name].seconds * 1_000);
  if (isBeyondRule) await limiter.delete(hashKey(key));
  const validCount = isBeyondRule ? await consume(limiter, key) : count;
  return validCount.isOver ? Math.max(1, Math.ceil(validCount.msBeforeNext / 1_000)) : 0;
}

async function consume(limiter: RateLimiter, key: string): Promise<{ msBeforeNext: number; isOver: boolean }> {
  try {
    const { msBeforeNext } = await limiter.consume(hashKey(key));
    return { msBeforeNext, isOver: false };
  } catch (error) {
    if (!(error instanceof loadLimiters().RateLimiterRes)) throw error;
    return { msBeforeNext: error.msBeforeNext, isOver: true };
  }
}

export async function resetLimit(name: LimitName, key: string): Promise<void> {
  await (await limiterOf(name)).delete(hashKey(key));
}

/**
 * Runs `work`, and tells it whether it may mail an unproven address. The sender does not learn it, so the answer reveals
 * nothing about the address. Without a mail, `work` still stores the request, because the link of a former mail leads to it.
 * A failure returns the count.
 * @param kind The kind of mail that strangers request, such as "report".
 * @param about The subject of the mail: one mail a day about it, until its link is used.
 */
export async function withMailTo<T>(
  { kind, email, about, address }: { kind: string; email: string; about: string; address: string },
  work: (mayMail: boolean) => Promise<T>,
): Promise<T> {
  const to = `${kind} ${email}`;
  const from = `${to} ${network(address)}`;
  const countedLimits: [LimitName, string][] = [];
  const countIfRoom = async (name: LimitName, key: string) => {
    const isAllowed = await countWithinLimit(name, key);
    if (isAllowed) countedLimits.push([name, key]);
    return isAllowed;
  };
  const isNewSubject =
    (await isRemembered("provenAddress", to)) || (await countIfRoom("mailAbout", `${from} ${about}`));
  const mayMail = isNewSubject && (await countIfRoom("mailFrom", from)) && (await countIfRoom("mailTo", to));
  try {
    return await work(mayMail);
  } catch (error) {
    await ignoreFailure(async () => {
      for (const [name, key] of countedLimits) await (await limiterOf(name)).reward(hashKey(key));
    });
    throw error;
  }
}

/** Allows further mails about the same subjects for a day, because a link in a mail to the address was used. Never throws. */
export async function proveAddress(kind: string, email: string): Promise<void> {
  await ignoreFailure(() => remember("provenAddress", `${kind} ${email}`));
}

/**
 * Counts an attempt at a password or code before the check, so that parallel attempts count, too. New networks have a limit of
 * their own, so that a stranger with many attempts cannot lock the owner out. Throws "limited".
 * @param account The key of the count: the account, with the step if it is the second step of a sign-in.
 * @param step The step of the sign-in; a network's attempts at passwords and codes are counted separately.
 */
export async function countAttempt(
  account: string,
  address: string,
  step: "password" | "code" = "password",
): Promise<void> {
  const placeKey = `${account} ${network(address)}`;
  const otherWay = step === "code" ? "" : undefined;
  await limit("triesHere", placeKey, otherWay);
  await limit("triesFrom", step === "code" ? `codes ${network(address)}` : network(address), otherWay);
  if (await isRemembered("knownPlace", placeKey)) return;
  const isNewPlace = await countWithinLimit("triedPlace", placeKey);
  if (isNewPlace && (await countWithinLimit("triesElsewhere", account))) return;
  await limit(isNewPlace ? "triesOfNewPlaces" : "triesElsewhere", account, otherWay);
}

/**
 * Resets the attempts from this network after a correct password or link, and remembers the network. Never throws.
 */
export async function trustNetwork(account: string, address: string): Promise<void> {
  const placeKey = `${account} ${network(address)}`;
  await ignoreFailure(async () => {
    await resetLimit("triesHere", placeKey);
    await resetLimit("triedPlace", placeKey);
    await remember("knownPlace", placeKey);
  });
}

/** Lets the owner sign in and request links at once after a link from a mail was used. Never throws. */
export async function resetAttempts(account: string, address: string): Promise<void> {
  await ignoreFailure(async () => {
    await resetLimit("triesHere", `${account} ${network(address)}`);
    for (const name of ["triesElsewhere", "triesOfNewPlaces", "linkTo"] as const) await resetLimit(name, account);
  });
}

/** Runs `work` and logs its failure, because the change before it is done and counts expire by themselves. */
async function ignoreFailure(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => log.warn({ err: error }, "counted attempts could not be deleted"));
}

async function remember(name: LimitName, key: string): Promise<void> {
  if (env.RATE_LIMIT) await (await limiterOf(name)).set(hashKey(key), 1, rules[name].seconds);
}

async function isRemembered(name: LimitName, key: string): Promise<boolean> {
  if (!env.RATE_LIMIT) return true;
  const entry = await (await limiterOf(name)).get(hashKey(key));
  return entry !== null && isAhead(Date.now() + entry.msBeforeNext, rules[name].seconds * 1_000);
}

/**
 * Returns the key of a network: an IPv4 address, or the /64 prefix of an IPv6 address, because one household has many
 * of its addresses.
 */
export function network(address: string): string {
  // IPv4 addresses have only one spelling.
  if (isIP(address) !== 6) return address;
  const parsedAddress = ipaddr.process(address);
  if (parsedAddress instanceof ipaddr.IPv4) return parsedAddress.toString();
  const parts = parsedAddress.parts.slice(0, 4);
  return parts.map((part) => part.toString(16)).join(":");
}

/** Deletes expired counts of SQLite; returns their number. */
export async function removeExpiredLimits(): Promise<number> {
  if (engine.pool) return 0;
  await limiterOf("triesHere"); // Creates the table
  return deleteExpiredLimits(openDatabase(), Date.now());
}

type RateLimiter = RateLimiterSQLite | RateLimiterPostgres;

const limiters = new Map<LimitName, Promise<RateLimiter>>();

function limiterOf(name: LimitName): Promise<RateLimiter> {
  const limiter = limiters.get(name) ?? makeLimiter(name);
  limiters.set(name, limiter);
  // Creates the limiter again later, because its database may have been unavailable.
  limiter.catch(() => limiters.delete(name));
  return limiter;
}

function makeLimiter(name: LimitName): Promise<RateLimiter> {
  const { times, seconds } = rules[name];
  const { pool } = engine;
  const { RateLimiterPostgres, RateLimiterSQLite } = loadLimiters();
  const options = {
    tableName: LIMITS_TABLE,
    keyPrefix: name,
    points: times,
    duration: seconds,
    // Lets one limiter clear the table for all. With SQLite, `removeExpiredLimits` does it, because the library would not catch
    // failures.
    clearExpiredByTimeout: pool !== undefined && name === "triesHere",
  };
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => (error ? reject(error) : resolve(limiter));
    const limiter: RateLimiter = pool
      ? new RateLimiterPostgres({ ...options, storeClient: pool, storeType: "pool" }, settle)
      : new RateLimiterSQLite({ ...options, storeClient: openDatabase(), storeType: "better-sqlite3" }, settle);
  });
}

// Stores the database on the process, so that a reload in development does not open the file a second time.
const globals = globalThis as { limitsDatabase?: SQLite.Database };

function openDatabase(): SQLite.Database {
  globals.limitsDatabase ??= openLimits(env.DATA_DIR);
  return globals.limitsDatabase;
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

function durationText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
