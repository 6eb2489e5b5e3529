/** Stores the files of imports where every node can read them. */
import { newId } from "~/models/base/input/ids.server";
import { putFiles, store, withStoredFile } from "~/services/storage.server";

const PREFIX = "imports/";
const ROWS = `${PREFIX}rows-`;
const WEEK_MS = 7 * 24 * 60 * 60_000;
/** The size of a beginning that holds the first rows, however long they are. */
const BEGINNING_BYTES = 32 * 1024 * 1024;

/** Moves a file into the store. */
export async function placeImport(id: string, path: string): Promise<void> {
  await putFiles([{ key: PREFIX + id, path }]);
}

/** Calls `work` with the path of the whole file. Throws "missing". */
export function withImport<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStoredFile(PREFIX + id, work);
}

export function withBeginning<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStoredFile(PREFIX + id, work, BEGINNING_BYTES);
}

/** Moves the rows that were read from a file into the store, and returns their new name. */
export async function placeRows(path: string): Promise<string> {
  const name = newId();
  await putFiles([{ key: ROWS + name, path }]);
  return name;
}

export function withRows<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStoredFile(ROWS + name, work);
}

export function withFirstRows<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStoredFile(ROWS + name, work, BEGINNING_BYTES);
}

export async function removeRowsOf(name: string): Promise<void> {
  await store.remove(ROWS + name);
}

/** Tells whether a file is stored and may still be checked. A check deletes older files, perhaps its own. */
export async function hasImport(id: string): Promise<boolean> {
  const file = await store.head(PREFIX + id);
  return file !== null && file.ageMs <= WEEK_MS;
}

/** Deletes files that are older than a week. */
export async function removeOldFiles(): Promise<void> {
  for await (const keys of store.list(PREFIX))
    for (const key of keys) if (((await store.head(key))?.ageMs ?? 0) > WEEK_MS) await store.remove(key);
}
