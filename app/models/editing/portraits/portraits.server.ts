/**
 * Finds portraits at Wikidata and Wikimedia Commons: candidates with author and licence, of which an editor may accept one.
 */
import { z } from "zod";
import { db, type ExpertRow, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { type Credit, creditsOf, writeCredit } from "~/models/records/images/credits.server";
import { storeImage } from "~/models/records/images/images.server";
import { freeLicence } from "~/models/records/images/licences";
import { toPng } from "~/models/records/images/process.server";
import { creditFor, UploadCredit } from "~/models/records/images/upload-licences.server";
import { identityView, type View } from "~/models/records/shared/kind";
import { type CommonsFile, commonsFiles, searchCommons } from "~/services/commons.server";
import { type AskOptions, OpenDataProblem } from "~/services/open-data.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { isSearchable, itemsOf, type PersonKeys } from "./portrait-items.server";

export interface PortraitCandidate extends Credit {
  file: string;
  width: number;
  height: number;
  /** "wikidata": the picture of the person's item; "commons": a picture whose page only names the person. */
  from: "wikidata" | "commons";
}

export interface FoundPortraits {
  candidates: PortraitCandidate[];
  /** Pictures that may not be used, each with a reason such as "its licence is not free". */
  refused: { file: string; source: string; reason: string }[];
  /** A sentence for each service that did not answer. */
  problems: string[];
}

const MAX_FILES_BY_NAME = 8;
const TIME_LIMIT_MS = 10_000;

/** Searches both services for at most 20 seconds. Throws "missing"; OpenDataProblem if OPEN_DATA is off. */
export async function findPortraits(editor: Editor, key: string, signal?: AbortSignal): Promise<FoundPortraits> {
  const expert = await expertForAdmin(editor, key);
  const { name } = expert;
  const problems: string[] = [];
  const limitTime = (): AskOptions => ({
    signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(TIME_LIMIT_MS)]),
  });
  const collect = <T>(work: Promise<T[]>): Promise<T[]> =>
    work.catch((error) => {
      if (!(error instanceof OpenDataProblem) || error.kind === "off") throw error;
      problems.push(error.message);
      return [];
    });
  const ask = limitTime();
  const filesOfItem = isSearchable(expert) ? await collect(filesByItem(expert, { ask, problems })) : [];
  const filesByName = await collect(searchCommons(name, MAX_FILES_BY_NAME, limitTime()));
  const portraits: FoundPortraits = { candidates: [], refused: [], problems: [...new Set(problems)] };
  const seenFiles = new Set<string>();
  for (const [from, files] of [["wikidata", filesOfItem] as const, ["commons", filesByName] as const]) {
    for (const file of files) {
      if (seenFiles.has(file.file)) continue;
      seenFiles.add(file.file);
      const licensing = freeLicence(file);
      if ("reason" in licensing)
        portraits.refused.push({ file: file.file, source: file.source, reason: licensing.reason });
      else portraits.candidates.push({ ...candidateOf(file), ...licensing, from });
    }
  }
  return portraits;
}

async function filesByItem(
  person: PersonKeys,
  { ask, problems }: { ask: AskOptions; problems: string[] },
): Promise<CommonsFile[]> {
  const [result] = await itemsOf([person], ask);
  if (result?.reason) problems.push(result.reason);
  const files = result?.item?.files ?? [];
  const filesByName = await commonsFiles(files, ask);
  return files.flatMap((file) => filesByName.get(file) ?? []);
}

function candidateOf({ file, source, author, width, height }: CommonsFile) {
  return { file, source, author, width, height };
}

export const Choice = z.object({
  file: z
    .string("Please choose a picture.")
    .trim()
    .regex(/^File:[^|#<>[\]{}\n]{1,240}$/, "This is no file of Wikimedia Commons."),
});

/**
 * Stores a picture with the author and licence that Commons names now, and adds it to the profile. Throws "invalid" for a
 * picture that is deleted, unfree or unreadable, "missing", "upstream", OpenDataProblem; "conflict" if the profile got another
 * picture while this one was read.
 */
export async function takePortrait<T = Expert>(
  editor: Editor,
  key: string,
  input: unknown,
  { origin, signal, wikidata, alsoStore }: TakeOptions,
  view?: View<Expert, T>,
): Promise<T> {
  const { file: fileName } = parse(Choice, input);
  const { id, name, imageUrl } = await expertForAdmin(editor, key);
  const { file, licensing } = await freeFile(fileName, { signal, fresh: true });
  const bytes = await fetchPicture(file.url, signal);
  const { author, source } = file;
  const credit = { author, ...licensing, source, file: file.file };
  const { url } = await storeImage(editor, bytes, { name: `${name}, photo`, origin: "record", credit }, MAX_BYTES);
  const checkStored = (row: ExpertRow) => {
    if (row.imageUrl !== imageUrl) throw changedMeanwhile();
  };
  const fields = { imageUrl: url, ...(wikidata && { wikidata }) };
  return editExpert(editor, id, fields, { origin, signal, checkStored, alsoStore }, view);
}

function changedMeanwhile(): AppError {
  return new AppError("conflict", "This profile got another picture meanwhile. Nothing was changed.");
}

interface TakeOptions {
  origin: string;
  signal?: AbortSignal;
  /** The identifier to store with the picture. */
  wikidata?: string;
  /** Runs in the transaction that adds the picture; if it throws, nothing is stored. */
  alsoStore?: (tx: Queryable) => Promise<void>;
}

/**
 * Returns a small PNG of a free picture, so that the editors' browsers send no request to another site. Throws the errors of
 * `takePortrait`.
 */
export async function portraitPreview(_editor: Editor, fileName: string, signal?: AbortSignal): Promise<Buffer> {
  const { file } = await freeFile(parse(Choice, { file: fileName }).file, { signal });
  const bytes = await fetchPicture(file.url.replace(/\/\d+px-(?=[^/]*$)/, "/330px-"), signal);
  return toPng(async () => bytes, PREVIEW_SIZE);
}

const PREVIEW_SIZE = { width: 240, height: 320 };

async function freeFile(fileName: string, ask: AskOptions) {
  const file = (await commonsFiles([fileName], ask)).get(fileName);
  if (!file) throw refuse("This picture is no longer at Wikimedia Commons, or is none that can be used.");
  const licensing = freeLicence(file);
  if ("reason" in licensing) throw refuse(`This picture cannot be taken: ${licensing.reason}.`);
  return { file, licensing };
}

const MAX_BYTES = 10 * 1024 * 1024;

async function fetchPicture(url: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  try {
    const options = {
      accept: "image/webp,image/png,image/jpeg",
      maxBytes: MAX_BYTES,
      timeoutMs: TIME_LIMIT_MS,
      signal,
    };
    const { bytes, isCut } = await safeFetch(url, options);
    if (!isCut) return bytes;
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    throw new AppError("upstream", `The picture could not be fetched: ${error.message}. Please try again later.`);
  }
  throw refuse("This picture has more than 10 MB. Please choose another one.");
}

function refuse(message: string): AppError {
  return new AppError("invalid", message, { file: message });
}

/** Accepts the address of the picture that a form showed; calls of other programs name none. */
const ShownPicture = z.object({ shownImage: z.string().optional() });

function refuseOtherPicture(imageUrl: string, shownImage: string | undefined): void {
  if (shownImage !== undefined && imageIdIn(shownImage) !== imageIdIn(imageUrl)) throw changedMeanwhile();
}

/** Removes the picture that the form showed. Throws "missing", and "conflict" if the profile got another picture meanwhile. */
export async function removePortrait(editor: Editor, key: string, input: unknown, { origin }: { origin: string }) {
  const { shownImage } = parse(ShownPicture, input);
  const checkStored = (row: ExpertRow) => refuseOtherPicture(row.imageUrl, shownImage);
  return editExpert(editor, key, { imageUrl: "" }, { origin, checkStored });
}

/**
 * Stores the author and licence of a profile's picture. Throws "invalid", "missing", and "conflict" without a picture of
 * this site, for another picture than the form showed, or for one whose licence comes from Wikimedia Commons.
 */
export async function recordPortraitCredit<T = Expert>(
  editor: Editor,
  key: string,
  input: unknown,
  view = identityView as View<Expert, T>,
): Promise<T> {
  const credit = creditFor(parse(UploadCredit, input));
  const { shownImage } = parse(ShownPicture, input);
  return db.transaction().execute(async (tx) => {
    const { id, name, imageUrl, rowId } = await expertForAdmin(editor, key);
    refuseOtherPicture(imageUrl, shownImage);
    const imageId = imageIdIn(imageUrl) ?? "";
    const image = tx.selectFrom("images").select("id").where("id", "=", imageId);
    if (!(await image.executeTakeFirst()))
      throw new AppError("conflict", "This profile shows no picture of this site.");
    if ((await creditsOf([imageId], tx)).get(imageId)?.file)
      throw new AppError("conflict", "Author and licence of this picture come from Wikimedia Commons.");
    await writeCredit(tx, imageId, credit);
    const detail = [credit.author, credit.licence].filter(Boolean).join(", ");
    const subject = { subjectKind: "expert", subjectId: id, subjectName: name } as const;
    await audit(tx, editor, { action: "portrait licence recorded", ...subject, detail });
    return view(toExpert(await expertRow(tx, rowId)), tx);
  });
}
