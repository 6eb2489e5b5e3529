/** The dataset is made once for each content version, and every download of it is read from the disk. */
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { contentVersion } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type TemporaryFile, temporaryFile } from "~/services/temporary-file.server";
import { type DatasetFormat, datasetOf } from "./dataset.server";

interface Made {
  version: string;
  /** On the clock of `performance`. */
  begunAt: number;
  isReady: boolean;
  /** null when it cannot be begun, as on a full disk. */
  file: Promise<TemporaryFile | null>;
  /** Settles when the file is whole, or broke off. */
  end: Promise<void>;
}

const files = new Map<DatasetFormat, Made>();

export interface Dataset {
  name: string;
  type: string;
  /** Changes with the content. */
  version: string;
  /** null where nothing is kept: then the parts are made while they are sent. */
  file: {
    /** null while the file still grows. */
    bytes: { plain: number; gzip: number } | null;
    read(as: "plain" | "gzip"): Readable;
  } | null;
  parts(): AsyncGenerator<string, void>;
}

/** A file of 30,000 people takes about ten seconds on a busy machine; most are whole at once. */
const PATIENCE_MS = 5_000;

/**
 * Returns the file of a format.
 * @param origin The origin of this site. A file is only cached for SITE_URL, because any other comes from the client.
 * @param patienceMs The longest wait for a file that is being made; after it, the reader gets it as it grows.
 */
export async function datasetFile(
  format: DatasetFormat,
  origin: string,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Dataset> {
  const { name, type, write } = datasetOf(format);
  const parts = () => write(origin);
  if (origin !== env.SITE_URL) return { name, type, version: await versionOf(format), file: null, parts };
  const { version, file } = await madeFor(format, parts);
  return { name, type, version, file: await readable(await file, patienceMs), parts };
}

/** null where it broke off before anybody read of it. */
async function readable(file: TemporaryFile | null, patienceMs: number): Promise<Dataset["file"]> {
  if (!file) return null;
  const late = new AbortController();
  const waited = setTimeout(patienceMs, null, { signal: late.signal });
  try {
    return { bytes: await Promise.race([file.completed, waited]), read: file.read };
  } catch {
    return null;
  } finally {
    late.abort();
  }
}

async function versionOf(format: DatasetFormat): Promise<string> {
  return `${format}-${await contentVersion()}`;
}

/** Makes one file of each format at a time. A file that was begun after the request is new enough, however much changes. */
async function madeFor(format: DatasetFormat, parts: Dataset["parts"]): Promise<Made> {
  const askedAt = performance.now();
  for (;;) {
    const version = await versionOf(format);
    const last = files.get(format);
    if (last && (last.version === version || last.begunAt > askedAt)) return last;
    if (last && !last.isReady) await last.end;
    else return begin(format, version, parts);
  }
}

function begin(format: DatasetFormat, version: string, parts: Dataset["parts"]): Made {
  files.get(format)?.file.then((old) => old?.discard());
  const file = temporaryFile(parts());
  const end = async () => {
    try {
      await (await file).completed;
    } catch (error) {
      log.error({ err: error, format }, "the dataset could not be kept as a file");
      files.delete(format);
      file.then((broken) => broken.discard()).catch(() => {});
    }
    begun.isReady = true;
  };
  const begun: Made = { version, begunAt: performance.now(), isReady: false, file: file.catch(() => null), end: end() };
  files.set(format, begun);
  return begun;
}
