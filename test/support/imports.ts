/** Sends files to the import and waits for its result. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import type { Admin } from "~/models/base/accounts/admin.server";
import { findImport, type ImportView } from "~/models/editing/imports/import.server";
import type { SentFile } from "~/services/storage.server";
import { eventually } from "./eventually";

/** Returns a function that stores a file as an upload. The files are deleted after the tests of the calling file. */
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

/** Waits until an import is no longer running. Fails after PATIENCE.wait. */
export async function waitForImport(admin: Admin, id: string): Promise<ImportView> {
  return eventually(async () => {
    const view = await findImport(admin, id);
    expect(view.status).not.toBe("running");
    return view;
  });
}
