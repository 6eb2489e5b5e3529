/** The files of imports lie in the store, where every node finds them. */
import { newId } from "~/models/base/input/ids.server";
import { putFiles, store, withStored } from "~/services/storage.server";

const PREFIX = "imports/";
const ROWS = `${PREFIX}rows-`;
const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Holds the first rows, at the longest that rows can be. */
const BEGINNING_BYTES = 32 * 1024 * 1024;

/** Keeps a file, which leaves its former path. */
export async function placeImport(id: string, path: string): Promise<void> {
  await putFiles([{ key: PREFIX + id, path }]);
}

/** Gives `work` the path of a file with all of it. Throws "missing". */
export function withImport<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStored(PREFIX + id, work);
}

export function withBeginning<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStored(PREFIX + id, work, BEGINNING_BYTES);
}

/** Keeps the rows that were read from a file under a name of their own, which is returned. */
export async function placeRows(path: string): Promise<string> {
  const name = newId();
  await putFiles([{ key: ROWS + name, path }]);
  return name;
}

export function withRows<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStored(ROWS + name, work);
}

export function withFirstRows<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  return withStored(ROWS + name, work, BEGINNING_BYTES);
}

export async function removeRowsOf(name: string): Promise<void> {
  await store.remove(ROWS + name);
}

export async function hasImport(id: string): Promise<boolean> {
  return (await store.head(PREFIX + id)) !== null;
}

/** After a week. */
export async function removeOldFiles(): Promise<void> {
  for await (const keys of store.list(PREFIX))
    for (const key of keys) if (((await store.head(key))?.ageMs ?? 0) > WEEK_MS) await store.remove(key);
}
