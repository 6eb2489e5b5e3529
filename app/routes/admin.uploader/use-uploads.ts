import { useCallback, useEffect, useReducer, useRef } from "react";
import { type UploadProblem, uploadFile } from "~/components/admin/upload-file";
import type { StoredImage } from "~/models/editing/images/admin-list.server";
import type { UploadResult } from "~/models/editing/images/upload.server";
import { MAX_BYTES, TOO_LARGE } from "~/models/records/images/rules";

export interface Upload {
  key: number;
  name: string;
  state: "waiting" | "sending" | "stored" | "refused";
  /** The sent part of the file, from 0 to 1. At 1 the server works on it. */
  progress: number;
  image: StoredImage | null;
  message: string;
  /** The file to send or retry, or null. */
  file: File | null;
}

/** The number of simultaneous uploads. With two, the next file is sent while the server works on one. */
const MAX_SIMULTANEOUS = 2;

/**
 * Uploads files as they are added, and returns their state, the newest first.
 *
 * @param results the results of the form without scripts, with which the list begins.
 */
export function useUploads(results: UploadResult[] = []) {
  const [uploads, dispatch] = useReducer(applyChange, results, uploadsFromResults);
  const key = useRef(results.length);
  const add = useCallback((files: FileList) => {
    for (const file of files) {
      const isTooLarge = file.size > MAX_BYTES;
      const state = isTooLarge ? "refused" : "waiting";
      const message = isTooLarge ? TOO_LARGE : "";
      const fields = { name: file.name, progress: 0, image: null, file: isTooLarge ? null : file };
      dispatch({ key: key.current++, state, message, ...fields });
    }
  }, []);
  const retry = useCallback(
    (upload: Upload) => dispatch({ key: upload.key, state: "waiting", progress: 0, message: "" }),
    [],
  );

  const startedKeys = useRef(new Set<number>());
  useEffect(() => {
    const freeSlots = MAX_SIMULTANEOUS - uploads.filter(({ state }) => state === "sending").length;
    const waitingUploads = uploads
      .filter(({ state, key }) => state === "waiting" && !startedKeys.current.has(key))
      .reverse();
    for (const { key, file } of waitingUploads.slice(0, Math.max(0, freeSlots))) {
      if (!file) continue;
      startedKeys.current.add(key);
      dispatch({ key, state: "sending" });
      uploadFile(file, (progress) => dispatch({ key, progress }))
        .then(
          (image) => dispatch({ key, state: "stored", image, file: null }),
          ({ message, isTemporary }: UploadProblem) =>
            dispatch({ key, state: "refused", message, ...(!isTemporary && { file: null }) }),
        )
        .finally(() => startedKeys.current.delete(key));
    }
  }, [uploads]);

  return { uploads, add, retry };
}

/** Applies a change to the upload with its key, or adds a new upload on top. */
function applyChange(uploads: Upload[], change: Partial<Upload> & { key: number }): Upload[] {
  if (!uploads.some(({ key }) => key === change.key)) return [change as Upload, ...uploads];
  return uploads.map((upload) => (upload.key === change.key ? { ...upload, ...change } : upload));
}

function uploadsFromResults(results: UploadResult[]): Upload[] {
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
