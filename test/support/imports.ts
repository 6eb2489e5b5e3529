/** Files that tests of the import send, and the wait for what the import makes of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import type { Admin } from "~/models/base/accounts/admin.server";
import { findImport, type ImportView } from "~/models/editing/imports/import.server";
import type { SentFile } from "~/services/storage.server";
import { eventually } from "./eventually";

/** Returns a function that stores a file as an upload; the files go when the tests of the calling file end. */
export function fileSender(): (name: string, content: string | Uint8Array) => SentFile {
  const folder = mkdtempSync(join(tmpdir(), "longevity-import-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  return (name, content) => {
    const path = join(folder, `${++count}-${name}`);
    writeFileSync(path, content);
    return { field: "file", name, path, bytes: content.length, tooLarge: false };
  };
}

/** Waits until an import does not run any more; fails after half a minute. */
export async function settledImport(admin: Admin, id: string): Promise<ImportView> {
  return eventually(async () => {
    const view = await findImport(admin, id);
    expect(view.status).not.toBe("running");
    return view;
  });
}
