/**
 * Rate limits, counted in DATA_DIR/limits.db, where counts outlive a restart and never wait for the directory's writes,
 * or in PostgreSQL for all machines together.
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

const flexible = lazyPackage<typeof import("rate-limiter-flexible")>("rate-limiter-flexible");

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Rule {
  times: number; // Most tries within `seconds`, counted from the first
  seconds: number;
  tooMany: string;
}

const TRIES = "Too many tries to sign in.";
const LINKS = "Too many requests for a link by e-mail.";

const rules = {
  triesHere: { times: 5, seconds: 15 * MINUTE, tooMany: TRIES },
  triesElsewhere: { times: 15, seconds: HOUR, tooMany: TRIES },
  triesOfNewPlaces: { times: 5, seconds: HOUR, tooMany: TRIES },
  triesFrom: { times: 50, seconds: 15 * MINUTE, tooMany: TRIES },
  triedPlace: { times: 1, seconds: DAY, tooMany: "" },
  /** Remembers a place from which the account signed in. */
  knownPlace: { times: 1, seconds: 30 * DAY, tooMany: "" },
  signUp: { times: 10, seconds: HOUR, tooMany: "Too many new accounts from your network." },
  linkFrom: { times: 5, seconds: HOUR, tooMany: LINKS },
  linkTo: { times: 20, seconds: HOUR, tooMany: LINKS },
  verify: { times: 5, seconds: HOUR, tooMany: "Too many requests for a confirmation mail." },
  submission: { times: 30, seconds: HOUR, tooMany: "Too many submissions within an hour." },
  /** Each time with at most three images of 5 MB. */
  ownImages: { times: 10, seconds: DAY, tooMany: "Too many images within a day." },
  ownImagesInYear: { times: 50, seconds: 365 * DAY, tooMany: "Too many images within a year." },
  notMyWork: { times: 100, seconds: DAY, tooMany: "Too many works within a day." },
  reportFrom: { times: 10, seconds: HOUR, tooMany: "Too many reports from your network." },
  followFrom: { times: 20, seconds: HOUR, tooMany: "Too many requests to follow from your network." },
  askFrom: { times: 10, seconds: HOUR, tooMany: "Too many questions from your network." },
  /**
   * Mails to unproven addresses, requested from one network: about one subject, and about all. The sender gets no message.
   */
  mailAbout: { times: 1, seconds: DAY, tooMany: "" },
  mailFrom: { times: 5, seconds: DAY, tooMany: "" },
  /** The same, from all networks. */
  mailTo: { times: 10, seconds: DAY, tooMany: "" },
  /** Remembers that somebody used a link in a mail to an address. */
  provenAddress: { times: 1, seconds: DAY, tooMany: "" },
  /** Letters of one editor to listed people, and to one address. */
  tellFrom: { times: 60, seconds: HOUR, tooMany: "Too many messages to listed people within an hour." },
  tellTo: { times: 3, seconds: DAY, tooMany: "We wrote to this address several times within the last day." },
  questionReply: { times: 20, seconds: DAY, tooMany: "Too many messages within a day." },
  claimMail: { times: 5, seconds: DAY, tooMany: "Too many links to show that a profile is yours." },
  /** Requests of one account; a stranger's tries leave the owner of the address theirs. */
  claimMailTo: { times: 2, seconds: DAY, tooMany: "We wrote to this address for you within the last day." },
  claimCheck: { times: 20, seconds: HOUR, tooMany: "Too many checks of a page." },
  apiKey: { times: 1_500, seconds: 5 * MINUTE, tooMany: "Too many calls with this key." },
  mcp: { times: 600, seconds: 5 * MINUTE, tooMany: "Too many calls from your network." },
  aiText: { times: 120, seconds: HOUR, tooMany: "Too many AI requests within an hour." },
  aiImage: { times: 60, seconds: HOUR, tooMany: "Too many AI images within an hour." },
  /** Several people at once, each every two seconds. */
  draftSave: { times: 900, seconds: 5 * MINUTE, tooMany: "Too many drafts saved from your network." },
  draft: { times: 60, seconds: HOUR, tooMany: "Too many unfinished submissions from your network." },
} satisfies Record<string, Rule>;

export type LimitName = keyof typeof rules;

/**
 * Counts one try, unless RATE_LIMIT is off. Throws "limited" with the seconds to wait if the count is full, and `otherWay`
 * as the end of the sentence.
 */
export async function limit(name: LimitName, key: string, otherWay = otherWayTo(name)): Promise<void> {
  const seconds = await secondsToWait(name, key);
  if (seconds === 0) return;
  const message = `${rules[name].tooMany} Please try again in ${spoken(seconds)}${otherWay}.`;
  throw new AppError("limited", message, undefined, seconds);
}

function otherWayTo(name: LimitName): string {
  return rules[name].tooMany === TRIES && mailIsConfigured ? ", or sign in with a link that we e-mail to you" : "";
}

export async function isWithin(name: LimitName, key: string): Promise<boolean> {
  return (await secondsToWait(name, key)) === 0;
}

async function secondsToWait(name: LimitName, key: string): Promise<number> {
  if (!env.RATE_LIMIT) return 0;
  const limiter = await limiterOf(name);
  const count = await consume(limiter, key);
  // Ignores counts of a clock that ran ahead: nobody waits longer than the rule says.
  const isBeyondRule = !isAhead(Date.now() + count.msBeforeNext, rules[name].seconds * 1_000);
  if (isBeyondRule) await limiter.delete(hashed(key));
  const present = isBeyondRule ? await consume(limiter, key) : count;
  return present.isOver ? Math.max(1, Math.ceil(present.msBeforeNext / 1_000)) : 0;
}

async function consume(limiter: RateLimiter, key: string): Promise<{ msBeforeNext: number; isOver: boolean }> {
  try {
    const { msBeforeNext } = await limiter.consume(hashed(key));
    return { msBeforeNext, isOver: false };
  } catch (error) {
    if (!(error instanceof flexible().RateLimiterRes)) throw error;
    return { msBeforeNext: error.msBeforeNext, isOver: true };
  }
}

export async function forget(name: LimitName, key: string): Promise<void> {
  await (await limiterOf(name)).delete(hashed(key));
}

/**
 * Runs `work`, and tells it whether a mail may go to an unproven address. The sender does not learn it, so the answer says
 * nothing about the address; a stranger's network uses up only its own share. Without a mail, `work` still stores the
 * request, because the link of a former mail leads to it. A failure returns the count.
 * @param kind The kind of mail that strangers request, such as "report".
 * @param about The subject of the mail: one mail a day about it, until a link is used.
 */
export async function withMailTo<T>(
  { kind, email, about, address }: { kind: string; email: string; about: string; address: string },
  work: (mayMail: boolean) => Promise<T>,
): Promise<T> {
  const to = `${kind} ${email}`;
  const from = `${to} ${network(address)}`;
  const counted: [LimitName, string][] = [];
  const isRoom = async (name: LimitName, key: string) => {
    const is = await isWithin(name, key);
    if (is) counted.push([name, key]);
    return is;
  };
  const isNew = (await isRemembered("provenAddress", to)) || (await isRoom("mailAbout", `${from} ${about}`));
  const mayMail = isNew && (await isRoom("mailFrom", from)) && (await isRoom("mailTo", to));
  try {
    return await work(mayMail);
  } catch (error) {
    await afterwards(async () => {
      for (const [name, key] of counted) await (await limiterOf(name)).reward(hashed(key));
    });
    throw error;
  }
}

/** After a link in a mail to the address was used: it may be written to about the same once more. Never throws. */
export async function proveAddress(kind: string, email: string): Promise<void> {
  await afterwards(() => remember("provenAddress", `${kind} ${email}`));
}

/**
 * Counts a try of a password or code before it is checked, so that parallel tries count, too. New places have a share of
 * their own: a stranger with many tries cannot lock the owner out. Throws limited.
 * @param account The key of the count: the account, with the step if it is the second one of a sign-in.
 * @param step The step whose tries a network has apart: a sign-in with two of them is one try of each.
 */
export async function countTry(
  account: string,
  address: string,
  step: "password" | "code" = "password",
): Promise<void> {
  const placeKey = `${account} ${network(address)}`;
  const otherWay = step === "code" ? "" : undefined;
  await limit("triesHere", placeKey, otherWay);
  await limit("triesFrom", step === "code" ? `codes ${network(address)}` : network(address), otherWay);
  if (await isRemembered("knownPlace", placeKey)) return;
  const isNew = await isWithin("triedPlace", placeKey);
  if (isNew && (await isWithin("triesElsewhere", account))) return;
  await limit(isNew ? "triesOfNewPlaces" : "triesElsewhere", account, otherWay);
}

/** After the right password or link: the tries of this place are forgotten, and the place is remembered. Never throws. */
export async function trustPlace(account: string, address: string): Promise<void> {
  const placeKey = `${account} ${network(address)}`;
  await afterwards(async () => {
    await forget("triesHere", placeKey);
    await forget("triedPlace", placeKey);
    await remember("knownPlace", placeKey);
  });
}

/** After a link from a mail was used: its owner may sign in at once, and ask for further links. Never throws. */
export async function forgetTries(account: string, address: string): Promise<void> {
  await afterwards(async () => {
    await forget("triesHere", `${account} ${network(address)}`);
    for (const name of ["triesElsewhere", "triesOfNewPlaces", "linkTo"] as const) await forget(name, account);
  });
}

/** Runs `work` and ignores its failure: the change before it stays, and counts end by themselves. */
async function afterwards(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => log.warn({ err: error }, "counted attempts could not be deleted"));
}

async function remember(name: LimitName, key: string): Promise<void> {
  if (env.RATE_LIMIT) await (await limiterOf(name)).set(hashed(key), 1, rules[name].seconds);
}

async function isRemembered(name: LimitName, key: string): Promise<boolean> {
  if (!env.RATE_LIMIT) return true;
  const entry = await (await limiterOf(name)).get(hashed(key));
  return entry !== null && isAhead(Date.now() + entry.msBeforeNext, rules[name].seconds * 1_000);
}

/**
 * Returns the key of a place: an IPv4 address, or the /64 network of an IPv6 address, because one household has many
 * addresses of it.
 */
export function network(address: string): string {
  // Returns IPv4 addresses, which are written in one way only.
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const parts = parsed.parts.slice(0, 4);
  return parts.map((part) => part.toString(16)).join(":");
}

/** Deletes counts of SQLite that ended; gives their number. */
export async function removeExpiredLimits(): Promise<number> {
  if (engine.pool) return 0;
  await limiterOf("triesHere"); // makes the table
  return deleteExpiredLimits(open(), Date.now());
}

type RateLimiter = RateLimiterSQLite | RateLimiterPostgres;

const limiters = new Map<LimitName, Promise<RateLimiter>>();

function limiterOf(name: LimitName): Promise<RateLimiter> {
  const limiter = limiters.get(name) ?? makeLimiter(name);
  limiters.set(name, limiter);
  // Made again where its database was away.
  limiter.catch(() => limiters.delete(name));
  return limiter;
}

function makeLimiter(name: LimitName): Promise<RateLimiter> {
  const { times, seconds } = rules[name];
  const { pool } = engine;
  const { RateLimiterPostgres, RateLimiterSQLite } = flexible();
  const options = {
    tableName: LIMITS_TABLE,
    keyPrefix: name,
    points: times,
    duration: seconds,
    // Clears the table in one limiter for all. On SQLite the library does not catch failures of this, so
    // `removeExpiredLimits` clears.
    clearExpiredByTimeout: pool !== undefined && name === "triesHere",
  };
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => (error ? reject(error) : resolve(limiter));
    const limiter: RateLimiter = pool
      ? new RateLimiterPostgres({ ...options, storeClient: pool, storeType: "pool" }, settle)
      : new RateLimiterSQLite({ ...options, storeClient: open(), storeType: "better-sqlite3" }, settle);
  });
}

// Stores the database on the process, so that a reload in development does not open the file a second time.
const globals = globalThis as { limitsDatabase?: SQLite.Database };

function open(): SQLite.Database {
  globals.limitsDatabase ??= openLimits(env.DATA_DIR);
  return globals.limitsDatabase;
}

function hashed(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

function spoken(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
