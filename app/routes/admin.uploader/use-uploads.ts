import { useCallback, useEffect, useReducer, useRef } from "react";
import { type UploadProblem, uploadFile } from "~/components/admin/upload-file";
import type { StoredImage } from "~/models/editing/images/admin-list.server";
import type { UploadResult } from "~/models/editing/images/upload.server";
import { MAX_BYTES, TOO_LARGE } from "~/models/records/images/rules";

export interface Upload {
  key: number;
  name: string;
  state: "waiting" | "sending" | "stored" | "refused";
  /** Sent so far, from 0 to 1; at 1 the server works on it. */
  progress: number;
  image: StoredImage | null;
  message: string;
  /** The file to send or to try again, or null. */
  file: File | null;
}

/** So many are on the line at once: while the server works on one, the next is sent. */
const AT_ONCE = 2;

/**
 * The images of this page, the newest first, sent one after the other as they are added.
 *
 * @param results of the form without scripts: where the list begins.
 */
export function useUploads(results: UploadResult[] = []) {
  const [uploads, change] = useReducer(changed, results, fromResults);
  const key = useRef(results.length);
  const add = useCallback((files: FileList) => {
    for (const file of files) {
      const isTooLarge = file.size > MAX_BYTES;
      const state = isTooLarge ? "refused" : "waiting";
      const message = isTooLarge ? TOO_LARGE : "";
      const waiting = { name: file.name, progress: 0, image: null, file: isTooLarge ? null : file };
      change({ key: key.current++, state, message, ...waiting });
    }
  }, []);
  const retry = useCallback(
    (upload: Upload) => change({ key: upload.key, state: "waiting", progress: 0, message: "" }),
    [],
  );

  const sent = useRef(new Set<number>());
  useEffect(() => {
    const room = AT_ONCE - uploads.filter(({ state }) => state === "sending").length;
    const next = uploads.filter(({ state, key }) => state === "waiting" && !sent.current.has(key)).reverse();
    for (const { key, file } of next.slice(0, Math.max(0, room))) {
      if (!file) continue;
      sent.current.add(key);
      change({ key, state: "sending" });
      uploadFile(file, (progress) => change({ key, progress }))
        .then(
          (image) => change({ key, state: "stored", image, file: null }),
          ({ message, isPassing }: UploadProblem) =>
            change({ key, state: "refused", message, ...(!isPassing && { file: null }) }),
        )
        .finally(() => sent.current.delete(key));
    }
  }, [uploads]);

  return { uploads, add, retry };
}

/** A known key changes that upload, a new one goes on top. */
function changed(uploads: Upload[], change: Partial<Upload> & { key: number }): Upload[] {
  if (!uploads.some(({ key }) => key === change.key)) return [change as Upload, ...uploads];
  return uploads.map((upload) => (upload.key === change.key ? { ...upload, ...change } : upload));
}

function fromResults(results: UploadResult[]): Upload[] {
  return results.map(({ name, image, message }, key) => ({
    key,
    name,
    state: image ? "stored" : "refused",
    progress: 1,
    image,
    message,
    file: null,
  }));
}
