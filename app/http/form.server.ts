import { data, redirect } from "@remix-run/node";
import { AppError, type FieldErrors } from "~/errors";
import { toStorable } from "~/json";
import type { SentFile } from "~/services/storage.server";
import { json } from "./api.server";
import { readBytes, SMALL_BODY } from "./body.server";
import { type FormValues, formValues, withoutPasswords } from "./form-values";
import { type SentParts, withMultipart } from "./multipart.server";
import { problemOf, statusOf } from "./problems.server";

/** Runs a page's loader, and throws problems as a Response for the error boundary. */
export async function page<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.problem === "noSecondFactor") throw redirect("/account/security?demanded");
    throw problem ? json({ message: problem.message }, statusOf(problem)) : error;
  }
}

/** Works as `page`, for a list. Redirects to the address that `tidy` returns, unless it returns null. */
export async function listPage<T>(
  request: Request,
  tidy: (url: URL) => string | null | Promise<string | null>,
  run: (params: URLSearchParams) => Promise<T>,
): Promise<T> {
  const url = new URL(request.url);
  const tidyAddress = await tidy(url);
  if (tidyAddress) throw redirect(tidyAddress);
  return page(() => run(url.searchParams));
}

/** Redirects to the shown page of a list if the address names another one: past the end, or not a number. */
export function redirectToShownPage(request: Request, shownPage: number): void {
  const { pathname, searchParams } = new URL(request.url);
  const requested = searchParams.get("page");
  if (requested === null || requested === String(shownPage)) return;
  if (shownPage > 1) searchParams.set("page", String(shownPage));
  else searchParams.delete("page");
  const query = searchParams.toString().replaceAll("%2C", ",");
  throw redirect(query ? `${pathname}?${query}` : pathname);
}

/** Returns the intent of the pressed button. Throws "invalid" for an unknown value. */
export function intentOf<T>(intents: Record<string, T>, value: unknown): T {
  const intent = typeof value === "string" && Object.hasOwn(intents, value) ? intents[value] : undefined;
  if (intent === undefined) throw new AppError("invalid", "Please use one of the buttons on the page.");
  return intent;
}

/** The answer to refused input, with field errors. */
export interface Refusal {
  message: string;
  fieldErrors: FieldErrors;
  /** The typed values, without passwords. */
  values: FormValues;
  /** The session has ended; the form can be sent again after a sign-in. */
  signedOut?: boolean;
  /** The sign-in is too old; the form can be sent again after a confirmation. */
  mustConfirm?: boolean;
}

interface FormOptions {
  /** The sum of the fields' limits; a longer form is refused. */
  characters?: number;
  /** The number of files and bytes per file; undefined drops files. */
  files?: { files: number; fileBytes: number };
  /** Runs before the body is read. */
  guard?: () => Promise<unknown>;
}

/**
 * Runs a use case on the form. Answers problems with a `Refusal`, with the fields as `run` changed them. Fields called
 * "name[]" become a list. Files are deleted when `run` ends.
 */
export async function form<T>(
  request: Request,
  run: (fields: FormValues, files: SentFile[]) => Promise<T>,
  { characters = FEW_CHARACTERS, files, guard }: FormOptions = {},
): Promise<T | ReturnType<typeof data<Refusal>>> {
  let values: FormValues = {};
  try {
    const signedOutError = await guard?.().then(noProblem, signedOutProblem);
    if (files && isMultipart(request)) {
      // Reads only the texts if the session has ended.
      const fileBytes = signedOutError ? 0 : files.fileBytes;
      const limits = { ...files, fileBytes, textBytes: bytesOf(request, characters) };
      const keepTexts = (texts: SentParts["texts"]) => {
        values = valuesOf(texts);
        if (signedOutError) throw signedOutError;
      };
      const work = ({ texts, files }: SentParts) => {
        keepTexts(texts);
        checkLength(texts, characters);
        return run(values, files);
      };
      return await withMultipart(request, limits, work, keepTexts);
    }
    const texts = await readTexts(request, characters);
    values = valuesOf(texts);
    if (signedOutError) throw signedOutError;
    checkLength(texts, characters);
    return await run(values, []);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    if (problem.resolvingPath) throw redirect(problem.resolvingPath, 303);
    values = problem.shownAgain(values);
    const { message, fieldErrors = {} } = problem;
    const signedOut = problem.problem === "signedOut";
    const mustConfirm = problem.problem === "stale";
    const refusal: Refusal = { message, fieldErrors, values: withoutPasswords(values), signedOut, mustConfirm };
    // Without scripts, throws to the error boundary, which shows the values; the page itself is forbidden now.
    if (signedOut && isDocument(request)) throw json(refusal, statusOf(problem));
    return data(refusal, statusOf(problem));
  }
}

/**
 * Works as `form` for a button on any page; the error boundary shows a refusal. The route needs a component, because browsers
 * would show JSON without one.
 */
export async function buttonForm(request: Request, run: (fields: FormValues) => Promise<Response>): Promise<Response> {
  const answer = await form(request, run);
  if (answer instanceof Response) return answer;
  throw json(answer.data, answer.init ?? undefined);
}

function noProblem(): null {
  return null;
}

/** Returns the problem of an ended session, so that the form can still be read. Rethrows other errors. */
function signedOutProblem(error: unknown): AppError {
  if (error instanceof AppError && error.problem === "signedOut") return error;
  throw error;
}

function isDocument(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}

function checkLength(texts: Texts, characters: number): void {
  if (texts.reduce((total, [, value]) => total + (value?.length ?? 0), 0) <= characters) return;
  throw new AppError(
    "tooLarge",
    `This form is too long: at most ${characters.toLocaleString("en")} characters. Please shorten what you typed.`,
  );
}

/** Returns the limit in bytes: UTF-8 needs up to 3 bytes a character, percent-encoding 9. SMALL_BODY allows for the names. */
function bytesOf(request: Request, characters: number): number {
  return (isMultipart(request) ? 3 : 9) * characters + SMALL_BODY;
}

function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
}

/** The default limit, for forms with ids, choices and short texts. */
const FEW_CHARACTERS = 20_000;

/** Limits the number of fields, because two bytes of a form can become hundreds in memory. */
const MAX_FIELDS = 10_000;

/** Reads a form of at most `characters`, for routes without a page. Throws "tooLarge", "unsupported", "invalid". */
export async function readForm(request: Request, characters = FEW_CHARACTERS): Promise<FormValues> {
  const texts = await readTexts(request, characters);
  checkLength(texts, characters);
  return valuesOf(texts);
}

type Texts = [name: string, value: string | null][];

async function readTexts(request: Request, characters: number): Promise<Texts> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported", "Send this as a form.");
  }
  const bytes = await readBytes(request, bytesOf(request, characters));
  if (/^application/i.test(type) && bytes.filter((byte) => byte === AMPERSAND).length >= MAX_FIELDS) {
    throw new AppError("tooLarge", `This form has more fields than can be read: at most ${MAX_FIELDS}.`);
  }
  let fields: FormData;
  try {
    fields = await new Response(bytes as BodyInit, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new AppError("invalid", "The form could not be read.");
  }
  // A file input in a form without files sends an empty file.
  return Array.from(fields, ([name, value]): Texts[number] => [name, typeof value === "string" ? value : null]);
}

const AMPERSAND = "&".charCodeAt(0);

function valuesOf(texts: Texts): FormValues {
  return formValues(texts.map(([name, value]) => [name, value === null ? null : toStorable(value)]));
}
