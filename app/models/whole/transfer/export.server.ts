/** Exports the site without passwords, sessions, mail, the trash and image files. */
import { AsyncResource } from "node:async_hooks";
import { db, type Queryable, readDb } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { EXPORT_FORMAT } from "~/models/base/input/read-export.server";
import { type BatchedList, batchesOf } from "~/models/base/input/row-batches.server";
import { EVERYONE, listingCounts } from "~/models/records/listings/listing.server";
import { PROGRAM } from "~/subject/names";
import { KINDS } from "./manifest.server";

export function exportName(now = new Date()): string {
  return `${PROGRAM}-export-${now.toISOString().slice(0, 10)}.json`;
}

/** Streams the export, and records it in the audit log with the first read. */
export function exportDatabase(admin: RecentUser<Admin>): ReadableStream<Uint8Array> {
  // Keeps the context of the request, whose network address the log records, because the stream outlives the request.
  const note = AsyncResource.bind(() => auditExport(admin));
  const chunks = exportChunks();
  let isNoted = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isNoted) await note();
        isNoted = true;
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Records an export in the audit log. `admin` is null for the operator. */
export async function auditExport(admin: Admin | null): Promise<void> {
  const counts = await listingCounts();
  await audit(db, admin, {
    action: "database exported",
    subjectKind: "directory",
    subjectId: "export",
    subjectName: exportName(),
    detail: `${counts[EVERYONE] ?? 0} experts`,
  });
}

export async function* exportChunks(from: Queryable = readDb): AsyncGenerator<string, void> {
  const head = { format: EXPORT_FORMAT, exportedAt: new Date().toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, { records }] of KINDS)
    if (typeof records === "function") yield `,\n"${name}":${JSON.stringify(await records(from))}`;
  for (const [name, { records }] of KINDS) if (typeof records !== "function") yield* listChunks(from, name, records);
  yield "\n}\n";
}

async function* listChunks(from: Queryable, name: string, list: BatchedList): AsyncGenerator<string, void> {
  let separator = `,\n"${name}":[\n`;
  for await (const records of batchesOf(from, list)) {
    yield separator + records.map((record) => JSON.stringify(record)).join(",\n");
    separator = ",\n";
  }
  yield separator === ",\n" ? "\n]" : `${separator}]`;
}
