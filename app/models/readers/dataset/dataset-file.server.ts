/** Writes the dataset to a file once for each content version; every download reads that file. */
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { contentVersion } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type TemporaryFile, temporaryFile } from "~/services/temporary-file.server";
import { type DatasetFormat, datasetOf } from "./dataset.server";

interface CachedFile {
  version: string;
  /** Milliseconds by `performance.now()`. */
  begunAt: number;
  isReady: boolean;
  /** null if it cannot be begun, for example on a full disk. */
  file: Promise<TemporaryFile | null>;
  /** Settles when the file is complete or failed. */
  end: Promise<void>;
}

const files = new Map<DatasetFormat, CachedFile>();

export interface Dataset {
  name: string;
  type: string;
  /** Changes with the content. */
  version: string;
  /** null without a cached file; `parts` then makes the content while it is sent. */
  file: {
    /** null while the file is still being written. */
    bytes: { plain: number; gzip: number } | null;
    read(encoding: "plain" | "gzip"): Readable;
  } | null;
  parts(): AsyncGenerator<string, void>;
}

// A file of 30,000 people takes about ten seconds on a busy machine.
const MAX_WAIT_MS = 5_000;

/**
 * Returns the dataset in a format. It is only cached for SITE_URL, because any other `origin` comes from the client.
 * After `maxWaitMs` the reader gets the file while it is written.
 */
export async function datasetFile(
  format: DatasetFormat,
  origin: string,
  { maxWaitMs = MAX_WAIT_MS } = {},
): Promise<Dataset> {
  const { name, type, write } = datasetOf(format);
  const parts = () => write(origin);
  if (origin !== env.SITE_URL) return { name, type, version: await readVersion(format), file: null, parts };
  const { version, file } = await findOrBeginFile(format, parts);
  return { name, type, version, file: await waitForFile(await file, maxWaitMs), parts };
}

/** Waits for the file up to `maxWaitMs`; returns null if it failed before anybody read it. */
async function waitForFile(file: TemporaryFile | null, maxWaitMs: number): Promise<Dataset["file"]> {
  if (!file) return null;
  const timer = new AbortController();
  const timeout = setTimeout(maxWaitMs, null, { signal: timer.signal });
  try {
    return { bytes: await Promise.race([file.completed, timeout]), read: file.read };
  } catch {
    return null;
  } finally {
    timer.abort();
  }
}

async function readVersion(format: DatasetFormat): Promise<string> {
  return `${format}-${await contentVersion()}`;
}

/**
 * Returns the file of a format, of which only one is written at a time. A file begun after the request is new enough.
 */
async function findOrBeginFile(format: DatasetFormat, parts: Dataset["parts"]): Promise<CachedFile> {
  const requestedAt = performance.now();
  for (;;) {
    const version = await readVersion(format);
    const cachedFile = files.get(format);
    if (cachedFile && (cachedFile.version === version || cachedFile.begunAt > requestedAt)) return cachedFile;
    if (cachedFile && !cachedFile.isReady) await cachedFile.end;
    else return beginFile(format, version, parts);
  }
}

function beginFile(format: DatasetFormat, version: string, parts: Dataset["parts"]): CachedFile {
  files.get(format)?.file.then((formerFile) => formerFile?.discard());
  const file = temporaryFile(parts());
  const waitForEnd = async () => {
    try {
      await (await file).completed;
    } catch (error) {
      log.error({ err: error, format }, "the dataset could not be written to a file");
      files.delete(format);
      file.then((failedFile) => failedFile.discard()).catch(() => {});
    }
    newFile.isReady = true;
  };
  const newFile: CachedFile = {
    version,
    begunAt: performance.now(),
    isReady: false,
    file: file.catch(() => null),
    end: waitForEnd(),
  };
  files.set(format, newFile);
  return newFile;
}
