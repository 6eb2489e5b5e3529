import type { Readable } from "node:stream";

/**
 * Stores files under keys such as "uploads/ab/…". If a bucket fails, its calls throw "unavailable". If a disk fails, `put` and
 * `remove` throw its error, and the other calls treat what they cannot read as missing.
 */
export interface Store {
  /** The folder or address of the store, for the operator. */
  readonly place: string;
  /** Moves files to new keys. They survive a power failure once this returns. */
  put(files: { key: string; path: string }[]): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  head(key: string): Promise<FileInfo | null>;
  /** Removes a file, if there is one. */
  remove(key: string): Promise<void>;
  /** Yields the keys below a prefix that ends with a slash, page by page. */
  list(prefix: string): AsyncGenerator<string[]>;
}

export interface StoredFile {
  stream: Readable;
  bytes: number;
  /** The time at which it was stored, as an HTTP date. */
  lastModified: string;
}

export interface FileInfo extends Omit<StoredFile, "stream"> {
  ageMs: number;
}
