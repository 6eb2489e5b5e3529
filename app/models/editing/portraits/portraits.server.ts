/**
 * Finds portraits at Wikidata and Wikimedia Commons: candidates with author and licence, of which an editor may accept one.
 */
import { z } from "zod";
import { db } from "~/db.server";
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
import { asItIs, type View } from "~/models/records/shared/kind";
import { type CommonsFile, commonsFiles, searchCommons } from "~/services/commons.server";
import { type Ask, OpenDataProblem } from "~/services/open-data.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { canBeFound, itemsOf, type Tied } from "./portrait-items.server";

export interface PortraitCandidate extends Credit {
  file: string;
  width: number;
  height: number;
  /** "wikidata": the picture of the item that is the person; "commons": its page names the person, no more. */
  from: "wikidata" | "commons";
}

export interface FoundPortraits {
  candidates: PortraitCandidate[];
  /** Pictures that may not be used, with the reason as the end of a sentence. */
  refused: { file: string; source: string; reason: string }[];
  /** Sentences on services that did not answer. */
  problems: string[];
}

const MAX_NAMED = 8;
const FOR_MS = 10_000;

/** Asks both services, at most 20 seconds. Throws "missing", and OpenDataProblem where OPEN_DATA is off. */
export async function findPortraits(editor: Editor, key: string, signal?: AbortSignal): Promise<FoundPortraits> {
  const expert = await expertForAdmin(editor, key);
  const { name } = expert;
  const problems: string[] = [];
  const within = (): Ask => ({ signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(FOR_MS)]) });
  const attempt = <T>(work: Promise<T[]>): Promise<T[]> =>
    work.catch((error) => {
      if (!(error instanceof OpenDataProblem) || error.kind === "off") throw error;
      problems.push(error.message);
      return [];
    });
  const ask = within();
  const ofPerson = canBeFound(expert) ? await attempt(ofItem(expert, { ask, problems })) : [];
  const named = await attempt(searchCommons(name, MAX_NAMED, within()));
  const portraits: FoundPortraits = { candidates: [], refused: [], problems: [...new Set(problems)] };
  const knownFiles = new Set<string>();
  for (const [from, files] of [["wikidata", ofPerson] as const, ["commons", named] as const]) {
    for (const file of files) {
      if (knownFiles.has(file.file)) continue;
      knownFiles.add(file.file);
      const free = freeLicence(file);
      if ("reason" in free) portraits.refused.push({ file: file.file, source: file.source, reason: free.reason });
      else portraits.candidates.push({ ...candidateOf(file), ...free, from });
    }
  }
  return portraits;
}

async function ofItem(person: Tied, { ask, problems }: { ask: Ask; problems: string[] }): Promise<CommonsFile[]> {
  const [looked] = await itemsOf([person], ask);
  if (looked?.reason) problems.push(looked.reason);
  const files = looked?.item?.files ?? [];
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
 * Stores a picture with its author and licence, as Commons names them now, and puts it on the profile. Throws "invalid"
 * for a picture that is gone, is not free or cannot be read, "missing", "upstream", OpenDataProblem.
 */
export async function takePortrait<T = Expert>(
  editor: Editor,
  key: string,
  input: unknown,
  { origin, signal, wikidata }: { origin: string; signal?: AbortSignal; wikidata?: string },
  view?: View<Expert, T>,
): Promise<T> {
  const { file: wanted } = parse(Choice, input);
  const { id, name } = await expertForAdmin(editor, key);
  const { file, free } = await freeFile(wanted, { signal, fresh: true });
  const bytes = await fetched(file.url, signal);
  const { author, source } = file;
  const credit = { author, ...free, source, file: file.file };
  const { url } = await storeImage(editor, bytes, { name: `${name}, photo`, origin: "record", credit }, MOST_BYTES);
  return editExpert(editor, id, { imageUrl: url, ...(wikidata && { wikidata }) }, { origin, signal }, view);
}

/**
 * Returns a small PNG of a free picture, so that editors see it without requests of their browsers to another site. Throws
 * the errors of `takePortrait`.
 */
export async function portraitPreview(_editor: Editor, wanted: string, signal?: AbortSignal): Promise<Buffer> {
  const { file } = await freeFile(parse(Choice, { file: wanted }).file, { signal });
  const bytes = await fetched(file.url.replace(/\/\d+px-(?=[^/]*$)/, "/330px-"), signal);
  return toPng(async () => bytes, PREVIEW);
}

const PREVIEW = { width: 240, height: 320 };

async function freeFile(wanted: string, ask: Ask) {
  const file = (await commonsFiles([wanted], ask)).get(wanted);
  if (!file) throw refused("This picture is no longer at Wikimedia Commons, or is none that can be used.");
  const free = freeLicence(file);
  if ("reason" in free) throw refused(`This picture cannot be taken: ${free.reason}.`);
  return { file, free };
}

const MOST_BYTES = 10 * 1024 * 1024;

async function fetched(url: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  try {
    const options = { accept: "image/webp,image/png,image/jpeg", mostBytes: MOST_BYTES, timeoutMs: FOR_MS, signal };
    const { bytes, isCut } = await safeFetch(url, options);
    if (!isCut) return bytes;
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    throw new AppError("upstream", `The picture could not be fetched: ${error.message}. Please try again later.`);
  }
  throw refused("This picture has more than 10 MB. Please choose another one.");
}

function refused(message: string): AppError {
  return new AppError("invalid", message, { file: message });
}

/**
 * Stores the author and licence of a profile's picture. Throws "invalid", "missing", and "conflict" without a picture of
 * this site, or for one whose licence comes from Wikimedia Commons.
 */
export async function recordPortraitCredit<T = Expert>(
  editor: Editor,
  key: string,
  input: unknown,
  view = asItIs as View<Expert, T>,
): Promise<T> {
  const credit = creditFor(parse(UploadCredit, input));
  return db.transaction().execute(async (tx) => {
    const { id, name, imageUrl, rowId } = await expertForAdmin(editor, key);
    const imageId = imageIdIn(imageUrl);
    const image = tx
      .selectFrom("images")
      .select("id")
      .where("id", "=", imageId ?? "");
    if (!(await image.executeTakeFirst()))
      throw new AppError("conflict", "This profile shows no picture of this site.");
    if ((await creditsOf([imageId ?? ""], tx)).get(imageId ?? "")?.file)
      throw new AppError("conflict", "Author and licence of this picture come from Wikimedia Commons.");
    await writeCredit(tx, imageId ?? "", credit);
    const detail = [credit.author, credit.licence].filter(Boolean).join(", ");
    const subject = { subjectKind: "expert", subjectId: id, subjectName: name } as const;
    await audit(tx, editor, { action: "portrait licence recorded", ...subject, detail });
    return view(toExpert(await expertRow(tx, rowId)), tx);
  });
}
