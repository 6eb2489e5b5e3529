/** Copies a record's external images to this site, so that readers load nothing from other hosts. */
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { isMissing } from "~/models/base/uploads/missing.server";
import { httpUrl } from "~/models/base/web/urls";
import { EXPERT_LABELS, IMAGE_FIELDS, type ImageField } from "~/models/records/experts/fields";
import { waitingCredit } from "~/models/records/images/credits.server";
import { storeImage } from "~/models/records/images/images.server";
import { imageProblems } from "~/models/records/links/stored-checks.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";

const MAX_COPIED_BYTES = 10 * 1024 * 1024;
const COPY_TIMEOUT_MS = 10_000;

type ImageFields = Partial<Record<ImageField, unknown>>;

export interface Copies {
  /** Maps external addresses to local addresses. */
  localAddresses: ReadonlyMap<string, string>;
  /** Maps external addresses to the reason why they were not copied, such as "it answers 404". */
  problems: ReadonlyMap<string, string>;
}

export const NO_COPIES: Copies = { localAddresses: new Map(), problems: new Map() };

/** Stores a record's external images within 10 seconds, outside any transaction. */
export async function copyImages(editor: Editor, record: ImageFields & { name?: unknown }): Promise<Copies> {
  const localAddresses = new Map<string, string>();
  const problems = new Map<string, string>();
  const fieldsByUrl = new Map<string, ImageField>();
  for (const field of IMAGE_FIELDS) {
    const url = externalUrl(record[field]);
    if (url && !fieldsByUrl.has(url)) fieldsByUrl.set(url, field);
  }
  const personName = typeof record.name === "string" ? record.name.trim() : "";
  await Promise.all(
    Array.from(fieldsByUrl, async ([url, field]) => {
      const name = [personName, EXPERT_LABELS[field].toLowerCase()].filter(Boolean).join(", ");
      const result = await withTimeout(copyImage(editor, url, name));
      if ("address" in result) localAddresses.set(url, result.address);
      else problems.set(url, result.problem);
    }),
  );
  return { localAddresses, problems };
}

export function withCopies<T extends object>(record: T, { localAddresses }: Copies): T {
  const images = record as ImageFields;
  const copies = IMAGE_FIELDS.flatMap((field) => {
    const address = localAddresses.get(externalUrl(images[field]) ?? "");
    return address ? [[field, address]] : [];
  });
  return { ...record, ...Object.fromEntries(copies) };
}

/** Returns notes for admins about images that readers do not see, and why. */
export async function imageNotes(row: { rowId: number } & Record<ImageField, string>) {
  const problems = await imageProblems(row.rowId);
  return IMAGE_FIELDS.flatMap((field) => {
    if (isMissing(row[field])) return [{ field, note: "The file of this image is gone, so readers do not see it." }];
    const url = externalUrl(row[field]);
    if (!url) return [];
    const reason = problems.get(url);
    const note = reason
      ? `This image could not be copied here: ${reason}. Readers do not see it; saving tries again.`
      : "This image is on another site, so readers do not see it. Saving copies it here.";
    return [{ field, note }];
  });
}

function externalUrl(value: unknown): string | null {
  return typeof value === "string" ? httpUrl(value) : null;
}

type CopyResult = { address: string } | { problem: string };

async function copyImage(editor: Editor, url: string, name: string): Promise<CopyResult> {
  try {
    const accept = "image/webp,image/png,image/jpeg";
    const options = { accept, maxBytes: MAX_COPIED_BYTES, timeoutMs: COPY_TIMEOUT_MS };
    const { bytes, isCut } = await safeFetch(url, options);
    if (isCut) return { problem: "it has more than 10 MB" };
    const details = { name, origin: "record", credit: await waitingCredit(url) } as const;
    const { url: address } = await storeImage(editor, bytes, details, MAX_COPIED_BYTES);
    return { address };
  } catch (error) {
    if (error instanceof FetchProblem) return { problem: error.message };
    if (error instanceof AppError) return { problem: asClause(error.message) };
    log.error({ err: error }, "an image could not be copied");
    return { problem: "something went wrong on our side" };
  }
}

function asClause(message: string): string {
  const [sentence = ""] = message.split(/\.(?:\s|$)/, 1);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

async function withTimeout(work: Promise<CopyResult>): Promise<CopyResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CopyResult>((resolve) => {
    timer = setTimeout(() => resolve({ problem: "it takes too long" }), COPY_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
