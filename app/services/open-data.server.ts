/**
 * Sends requests to ORCID, Wikidata, Wikimedia Commons and OpenAlex: each with a contact address, and at most one a second
 * to each service. Caches answers for a while, and revalidates them later (RFC 9110 §13.1.2).
 */
import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { parseJson } from "~/json";
import { log } from "~/log.server";
import { SITE_NAME } from "~/subject/site";
import { isLoopback } from "./ip.server";
import { retryAfterSeconds } from "./retry-after.server";
import { fetchAtHost, textUpTo } from "./service-fetch.server";

export type OpenDataFailure = "off" | "missing" | "spent" | "silent" | "broken";

/** A failed request; the message names the service and the reason. */
export class OpenDataProblem extends AppError {
  constructor(
    readonly kind: OpenDataFailure,
    message: string,
  ) {
    super(kind === "off" ? "unavailable" : kind === "missing" ? "missing" : "upstream", message);
    this.name = "OpenDataProblem";
  }
}

interface Options {
  name: string;
  baseUrl: string;
  /** The milliseconds between requests: 1,000 by default, and 0 for a server on this machine. */
  paceMs?: number;
  /** The milliseconds for which an answer is cached; 15 minutes by default. */
  keepMs?: number;
  timeoutMs?: number;
  maxBytes?: number;
  /** The advice in the message when the day's quota is spent. */
  whenSpent?: string;
  headers?(): Promise<Record<string, string>>;
  /** Drops the token of a refused header, unless another has taken its place. The request is then sent again. */
  dropToken?(authorization: string): void;
}

export interface AskOptions {
  signal?: AbortSignal;
  /** Revalidates a cached answer. */
  fresh?: boolean;
  /** Allows up to four tries, and longer waits that a busy service asks for, because no person waits. */
  inBackground?: boolean;
  /** The longest wait for a turn that is worthwhile; 10 minutes if missing. */
  maxWaitMs?: number;
}

/** The longest wait for a turn. */
export const MAX_WAIT_MS = 10 * 60_000;

/** Spaces the requests to each service. Times are in milliseconds since 1970. */
export interface Turns {
  /** Takes the next turn, unless the wait for it is longer than `maxWaitMs`. */
  take(service: string, paceMs: number, maxWaitMs?: number): Promise<{ waitMs: number; blockedUntil: number }>;
  /** Blocks a service, or a part of it, whose quota is spent. */
  block(service: string, forMs: number): Promise<void>;
}

let serviceTurns = turnsOfThisProcess();

/** Replaces the turns of this process by those that all processes of the site share. */
export function shareTurns(sharedTurns: Turns): void {
  serviceTurns = sharedTurns;
}

interface StoredAnswer {
  /** null if the service has no such entry. */
  text: string | null;
  /** "" if the service sent none. */
  etag: string;
  lastModified: string;
  /** Milliseconds since 1970. */
  at: number;
}

const CACHE_BYTES = 4 * 1024 * 1024;
const KEEP_MS = 15 * 60_000;
/** The longest time that a service whose quota is spent stays blocked: a day. */
const MAX_BLOCK_SECONDS = 24 * 3_600;
/** The longest Retry-After that is waited for, in seconds. */
const MAX_WAIT_SECONDS = 3;
const MAX_WAIT_SECONDS_IN_BACKGROUND = 30;
const MAX_TRIES = 2;
const MAX_TRIES_IN_BACKGROUND = 4;
const PAUSE_MS = 500;
/** Errors of an overloaded MediaWiki, which have status 200: https://www.mediawiki.org/wiki/API:Etiquette and Manual:Maxlag_parameter. */
const BUSY_ERRORS = ["maxlag", "ratelimited", "readonly"];

export class OpenDataClient {
  private readonly cache = new LRUCache<string, StoredAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ text, etag }, key) => 2 * ((text?.length ?? 0) + etag.length + key.length) + 100,
  });
  constructor(private readonly options: Options) {}

  /** Requests JSON at `path` below the base URL and checks it. Throws OpenDataProblem. */
  async ask<T extends z.ZodType>(schema: T, path: string, askOptions: AskOptions = {}): Promise<z.output<T>> {
    if (!env.OPEN_DATA) {
      throw new OpenDataProblem(
        "off",
        "This site sends no requests to ORCID, Wikidata, Wikimedia Commons and OpenAlex, because OPEN_DATA is off.",
      );
    }
    const storedAnswer = this.cache.get(path);
    const answer =
      storedAnswer && !askOptions.fresh && this.isRecent(storedAnswer)
        ? storedAnswer
        : await this.fetchWithRetries(path, storedAnswer, askOptions);
    if (answer.text === null) {
      this.cache.set(path, answer);
      throw this.problem("missing", "knows no such entry");
    }
    const { data, success } = schema.safeParse(jsonOrUndefined(answer.text));
    if (!success) throw this.problem("broken", "sent an answer in an unknown format");
    this.cache.set(path, answer);
    return data;
  }

  private isRecent({ at, text }: StoredAnswer): boolean {
    return Date.now() - at < (text === null ? KEEP_MS : (this.options.keepMs ?? KEEP_MS));
  }

  private async fetchWithRetries(
    path: string,
    storedAnswer: StoredAnswer | undefined,
    askOptions: AskOptions,
  ): Promise<StoredAnswer> {
    for (let triesLeft = (askOptions.inBackground ? MAX_TRIES_IN_BACKGROUND : MAX_TRIES) - 1; ; triesLeft--) {
      const answer = await this.fetchOnce(path, storedAnswer, askOptions);
      if ("at" in answer) return answer;
      if (triesLeft === 0) throw answer.problem;
      await wait(answer.retryAfterMs, undefined, { signal: askOptions.signal }).catch(() => {});
    }
  }

  /** Returns the answer, or a problem and the pause after which another try is worthwhile. */
  private async fetchOnce(
    path: string,
    storedAnswer: StoredAnswer | undefined,
    askOptions: AskOptions,
  ): Promise<StoredAnswer | { problem: OpenDataProblem; retryAfterMs: number }> {
    await this.takeTurn(path, askOptions);
    const { signal, inBackground } = askOptions;
    const { baseUrl, timeoutMs = 10_000, headers } = this.options;
    const timeout = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(timeoutMs)]);
    try {
      const requestHeaders: Record<string, string> = {
        Accept: "application/json",
        "User-Agent": userAgent(),
        ...(await headers?.()),
      };
      const response = await fetchAtHost(baseUrl + path, {
        headers: { ...requestHeaders, ...conditionalHeadersOf(storedAnswer) },
        signal: timeout,
      });
      const at = Date.now();
      const isBusy = BUSY_ERRORS.includes(response.headers.get("MediaWiki-API-Error") ?? "");
      if (response.ok && !isBusy) return { text: await this.readBounded(response), at, ...validatorsIn(response) };
      await response.body?.cancel();
      if (response.status === 304 && storedAnswer) return { ...storedAnswer, at };
      if (response.status === 404 || response.status === 410) return { text: null, etag: "", lastModified: "", at };
      return await this.handleRefusal(path, response, {
        authorization: requestHeaders.Authorization,
        isBusy,
        maxSeconds: inBackground ? MAX_WAIT_SECONDS_IN_BACKGROUND : MAX_WAIT_SECONDS,
      });
    } catch (error) {
      if (error instanceof OpenDataProblem) throw error;
      throw this.problem("silent", timeout.aborted ? "did not answer in time" : "does not answer");
    }
  }

  private async handleRefusal(
    path: string,
    { status, headers }: Response,
    { authorization, isBusy, maxSeconds }: { authorization?: string; isBusy: boolean; maxSeconds: number },
  ) {
    const retryAfter = retryAfterSeconds(headers);
    const seconds = retryAfter === undefined ? null : Math.min(retryAfter, MAX_BLOCK_SECONDS);
    const problem = this.problem("silent", isBusy ? "is too busy to answer at present" : `answers ${status}`);
    if (status === 401 && authorization && this.options.dropToken) {
      this.options.dropToken(authorization);
      return { problem, retryAfterMs: 0 };
    }
    if (status >= 500 || isBusy)
      return { problem, retryAfterMs: Math.min(seconds ?? 0, maxSeconds) * 1_000 || PAUSE_MS };
    if (status !== 429) throw problem;
    const quotaProblem = this.problem(
      "spent",
      `accepts no more requests for now. ${this.options.whenSpent ?? ""}`.trim(),
    );
    if (seconds !== null && seconds <= maxSeconds) return { problem: quotaProblem, retryAfterMs: seconds * 1_000 };
    await serviceTurns.block(this.blockName(path), (seconds ?? 60) * 1_000);
    throw quotaProblem;
  }

  private async takeTurn(path: string, { signal, maxWaitMs = MAX_WAIT_MS }: AskOptions): Promise<void> {
    const { baseUrl, paceMs = isLoopback(new URL(baseUrl).hostname) ? 0 : 1_000 } = this.options;
    const { blockedUntil } = await serviceTurns.take(this.blockName(path), 0);
    if (Date.now() < blockedUntil) {
      const until = new Date(blockedUntil).toISOString().slice(0, 16).replace("T", " ");
      throw this.problem(
        "spent",
        `accepts no more requests until ${until} UTC. ${this.options.whenSpent ?? ""}`.trim(),
      );
    }
    const { waitMs } = await serviceTurns.take(this.turnsName, paceMs, maxWaitMs);
    if (waitMs <= 0) return;
    const problem = this.problem("silent", "was not asked in time");
    if (waitMs > maxWaitMs) throw problem;
    await wait(waitMs, undefined, { signal }).catch(() => {
      throw problem;
    });
  }

  private get turnsName(): string {
    return `${this.options.name} ${this.options.baseUrl}`;
  }

  /** Names what a spent quota blocks: at OpenAlex searches have one, and look-ups of single entries have none. */
  private blockName(path: string): string {
    const [, kind = ""] = /^\/([a-z]+)\//.exec(path) ?? [];
    return `${this.turnsName} quota ${kind}`;
  }

  private async readBounded(response: Response): Promise<string> {
    const text = await textUpTo(this.options.maxBytes ?? 4 * 1024 * 1024, response);
    if (text === null) throw this.problem("broken", "sent an answer that is too long");
    return text;
  }

  private problem(kind: OpenDataFailure, message: string): OpenDataProblem {
    if (kind === "broken") log.warn({ service: this.options.name }, message);
    return new OpenDataProblem(kind, `${this.options.name} ${message}${message.endsWith(".") ? "" : "."}`);
  }
}

/** Returns the parameters that let an overloaded MediaWiki refuse background work. */
export function backgroundParameters(ask: AskOptions | undefined): Record<string, string> {
  return ask?.inBackground ? { maxlag: "5" } : {};
}

function conditionalHeadersOf(storedAnswer: StoredAnswer | undefined): Record<string, string> {
  if (storedAnswer?.etag) return { "If-None-Match": storedAnswer.etag };
  return storedAnswer?.lastModified ? { "If-Modified-Since": storedAnswer.lastModified } : {};
}

function validatorsIn({ headers }: Response) {
  return { etag: headers.get("ETag") ?? "", lastModified: headers.get("Last-Modified") ?? "" };
}

function turnsOfThisProcess(): Turns {
  const nextAt = new Map<string, number>();
  const blockedUntil = new Map<string, number>();
  return {
    async take(service, paceMs, maxWaitMs = MAX_WAIT_MS) {
      const at = Math.max(Date.now(), nextAt.get(service) ?? 0);
      const waitMs = at - Date.now();
      if (waitMs <= maxWaitMs) nextAt.set(service, at + paceMs);
      return { waitMs, blockedUntil: blockedUntil.get(service) ?? 0 };
    },
    async block(service, forMs) {
      blockedUntil.set(service, Date.now() + forMs);
    },
  };
}

function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Names the site and its operator's contact, as the services demand. */
function userAgent(): string {
  const contacts = [env.SITE_URL, env.CONTACT_EMAIL && `mailto:${env.CONTACT_EMAIL}`].filter(Boolean).join("; ");
  const name = (env.SITE_NAME ?? SITE_NAME).replace(/[^\x21-\x7e]+/g, "-");
  return `${name}/1.0${contacts ? ` (${contacts})` : ""}`;
}

/** Matches HTML, JATS and MathML elements in titles; "a < b" and "<unknown>" are text. */
const TITLE_MARKUP =
  /<\/?(?:(?:jats|mml):[a-z-]+|i|b|u|em|tt|br|p|strong|bold|italic|small|span|su[bp]|scp?|m(?:ath|row|text|style|su[bp]|[ino]))(?:\s[^<>]*|\/)?>/gi;
const REFERENCES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns a work's title without markup, on one line, cut at `maxLength`. */
export function titleWords(title: string, maxLength = 1_000): string {
  return title
    .slice(0, 10 * maxLength)
    .replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (reference, name, decimal, hex) => {
      if (name) return REFERENCES[name.toLowerCase()] ?? reference;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : reference;
    })
    .replace(TITLE_MARKUP, (tag) => (/^<(?:br|\/?p)\b/i.test(tag) ? " " : ""))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}
