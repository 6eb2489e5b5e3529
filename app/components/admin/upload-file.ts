import type { StoredImage } from "~/models/editing/images/admin-list.server";
import { MAX_BYTES, TOO_LARGE } from "~/models/records/images/rules";

/** An error whose message tells the editor why an image was not stored. */
export class UploadProblem extends Error {
  constructor(
    message: string,
    /** True if another attempt may succeed. */
    readonly isTemporary: boolean,
  ) {
    super(message);
  }
}

/**
 * Uploads an image. Uses XMLHttpRequest, because fetch does not report the progress of an upload.
 *
 * @param onProgress gets a number from 0 to 1; at 1 the file is sent and the server works on it.
 * @throws UploadProblem
 */
export function uploadFile(file: File, onProgress: (progress: number) => void): Promise<StoredImage> {
  if (file.size > MAX_BYTES) return Promise.reject(new UploadProblem(TOO_LARGE, false));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/admin/images");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      const { status, response } = request;
      if (status === 201 && response) return resolve(response as StoredImage);
      const message = (response as { message?: string } | null)?.message;
      reject(new UploadProblem(message ?? "The server could not store the image. Please try again.", status >= 500));
    };
    request.onerror = () => reject(new UploadProblem("The connection was lost. Please try again.", true));
    const body = new FormData();
    body.append("file", file);
    request.send(body);
  });
}
