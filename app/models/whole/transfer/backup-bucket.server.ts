/**
 * Lists, sends and fetches backups in a bucket (BACKUP_S3_…), and lists those on the disk. Opens no database, because
 * a restore replaces it.
 */
import { createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { env } from "~/env.server";
import { s3Store } from "~/services/storage.s3.server";
import type { Store } from "~/services/store.server";
import { BACKUPS, type Backup, backup, COPY, pastScheduled, scheduledIn, timeIn, timeOf } from "./backup.server";
import { removeFolder } from "./restore.server";

/** Begins the name of a backup in the bucket. */
const BUCKET_PREFIX = "s3:";
const PREFIX = `${BACKUPS}/`;
const NAME = /^[\w.-]+\.tar\.gz$/;

export const hasBackupBucket = env.BACKUP_S3_BUCKET !== undefined;

export interface KnownBackup {
  /** The argument of `restore` and `verify`: a path, or s3:NAME. */
  name: string;
  madeAt: string;
  bytes: number;
}

/**
 * Returns the backups in DATA_DIR/backups and in the bucket, newest first. Throws an Error if the bucket is
 * unavailable.
 */
export async function listBackups(): Promise<KnownBackup[]> {
  const folder = join(env.DATA_DIR, BACKUPS);
  const localNames = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name) || COPY.test(name));
  const backups: KnownBackup[] = localNames.map((name) => {
    const path = join(folder, name);
    return { name: path, madeAt: timeOf(path), bytes: statSync(path).size };
  });
  if (hasBackupBucket) backups.push(...(await withBucket(listBucket)));
  return backups.sort((a, b) => (a.madeAt < b.madeAt ? 1 : a.madeAt > b.madeAt ? -1 : 0));
}

async function listBucket(bucket: Store): Promise<KnownBackup[]> {
  const names = await namesIn(bucket);
  const heads = await Promise.all(names.map((name) => bucket.head(PREFIX + name)));
  return names.flatMap((name, index) => {
    const head = heads[index];
    if (!head) return [];
    const madeAt = timeIn(name) ?? new Date(Date.now() - head.ageMs).toISOString();
    return { name: BUCKET_PREFIX + name, madeAt, bytes: head.bytes };
  });
}

/** Makes a backup into a file or, if it is named s3:NAME, into the bucket. */
export async function backupTo(name: string | undefined): Promise<Backup> {
  if (!name?.startsWith(BUCKET_PREFIX)) return backup(env.DATA_DIR, name);
  const key = PREFIX + nameIn(name);
  return withBucket(async (bucket) => {
    if (await bucket.head(key)) throw new Error(`${name} exists already: please choose another name.`);
    return withFolder(async (folder) => {
      const backupFile = await backup(env.DATA_DIR, join(folder, basename(key)));
      await bucket.put([{ key, path: backupFile.file }]);
      return { ...backupFile, file: name };
    });
  });
}

/**
 * Passes the path of a backup to `work`. Fetches a backup in the bucket (s3:NAME) to a folder beside DATA_DIR, and
 * removes it afterwards.
 */
export async function withBackup<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  if (!name.startsWith(BUCKET_PREFIX)) return work(resolve(name));
  const key = PREFIX + nameIn(name);
  return withFolder(async (folder) => {
    const path = join(folder, basename(key));
    await withBucket(async (bucket) => {
      const file = await bucket.get(key);
      if (!file) throw new Error(`There is no backup ${name}. npm run admin -- backup list shows all backups.`);
      await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
    });
    return work(path);
  });
}

export interface Sent {
  sent: string[];
  removed: string[];
}

/**
 * Sends the scheduled backups that the bucket lacks, and then removes the oldest ones above `keep`. A key that may
 * not delete is no problem, because rules of the bucket may delete instead.
 */
export async function sendBackups(keep = env.BACKUP_KEEP): Promise<Sent> {
  const folder = join(env.DATA_DIR, BACKUPS);
  const localNames = await scheduledIn(folder);
  return withBucket(async (bucket) => {
    const remoteNames = new Set(pastScheduled(await namesIn(bucket)));
    const keptNames = pastScheduled([...new Set([...localNames, ...remoteNames])]).slice(0, keep);
    const sentNames = keptNames.filter((name) => !remoteNames.has(name) && existsSync(join(folder, name)));
    for (const name of sentNames) await bucket.put([{ key: PREFIX + name, path: join(folder, name) }]);
    const removedNames: string[] = [];
    for (const name of [...remoteNames].filter((name) => !keptNames.includes(name))) {
      const isGone = await bucket.remove(PREFIX + name).then(
        () => true,
        () => false,
      );
      if (isGone) removedNames.push(name);
    }
    return { sent: sentNames, removed: removedNames };
  });
}

async function withBucket<T>(work: (bucket: Store) => Promise<T>): Promise<T> {
  if (!hasBackupBucket) throw new Error("No bucket for backups is set up: the BACKUP_S3_… settings are missing.");
  const bucket = s3Store({
    endpoint: env.BACKUP_S3_ENDPOINT as string,
    region: env.BACKUP_S3_REGION as string,
    bucket: env.BACKUP_S3_BUCKET as string,
    accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID as string,
    secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY as string,
  });
  try {
    return await work(bucket);
  } catch (error) {
    const { cause, problem } = error as { cause?: { status?: number; code?: string; err?: Error }; problem?: string };
    if (problem !== "unavailable" || !cause) throw error;
    const reason = [cause.status, cause.code, cause.err?.message].filter(Boolean).join(" ");
    throw new Error(`The bucket for backups (${bucket.place}) cannot be used: ${reason}.`);
  }
}

async function namesIn(bucket: Store): Promise<string[]> {
  const names: string[] = [];
  for await (const keys of bucket.list(PREFIX)) names.push(...keys.map((key) => key.slice(PREFIX.length)));
  return names.filter((name) => NAME.test(name));
}

function nameIn(name: string): string {
  const bucketName = name.slice(BUCKET_PREFIX.length);
  if (!NAME.test(bucketName))
    throw new Error(`${name} is not the name of a backup in the bucket. Write it as s3:NAME.tar.gz.`);
  return bucketName;
}

/** Creates a temporary folder beside DATA_DIR, where there is room for a restore. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(env.DATA_DIR), { recursive: true });
  const folder = await mkdtemp(`${env.DATA_DIR}.fetching-`);
  return work(folder).finally(() => removeFolder(folder));
}
