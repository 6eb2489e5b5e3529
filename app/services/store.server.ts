/** The interface of a store of files. Keys are paths below the data folder, such as "uploads/ab/…". */
import type { Readable } from "node:stream";

/** A store of files. Its calls throw AppError "unavailable", or the error of the disk, if it is away. */
export interface Store {
  /** Its place, for the operator. */
  readonly place: string;
  /** Takes files under keys that are new; they survive a power cut when this returns. */
  put(files: { key: string; path: string }[]): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  head(key: string): Promise<AboutFile | null>;
  /** A key without a file is no error. */
  remove(key: string): Promise<void>;
  /** The keys below a prefix that ends with a slash, page by page. */
  list(prefix: string): AsyncGenerator<string[]>;
}

export interface StoredFile {
  stream: Readable;
  bytes: number;
  /** The time of storing, as an HTTP date. */
  lastModified: string;
}

export interface AboutFile extends Omit<StoredFile, "stream"> {
  ageMs: number;
}
