import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { addBlankLines } from "./pasted-text";
import { insertImage, replaceSelection } from "./text-editing";
import { type UploadProblem, uploadFile } from "./upload-file";

/** The state of an upload from a text area. */
export interface UploadState {
  /** The name of the file that is being uploaded, or "". */
  name: string;
  /** A number from 0 to 1. */
  progress: number;
  /** The error messages of the last files, or "". */
  problem: string;
}

const IDLE: UploadState = { name: "", progress: 0, problem: "" };

/**
 * Uploads images that are pasted or dropped into a text area, one after the other, and inserts them at the cursor. Also keeps the
 * paragraphs of a pasted document apart.
 */
export function useDroppedImages() {
  const [upload, setUpload] = useState(IDLE);
  const queue = useRef(Promise.resolve());
  const uploadAndInsert = async (area: HTMLTextAreaElement, file: File) => {
    const { name } = file;
    setUpload(({ problem }) => ({ ...IDLE, name, problem }));
    try {
      const image = await uploadFile(file, (progress) => setUpload(({ problem }) => ({ name, progress, problem })));
      insertImage(area, image);
      setUpload(({ problem }) => ({ ...IDLE, problem }));
    } catch (error) {
      const newProblem = `${name}: ${(error as UploadProblem).message}`;
      setUpload(({ problem }) => ({ ...IDLE, problem: [problem, newProblem].filter(Boolean).join(" ") }));
    }
  };
  const uploadAll = (area: HTMLTextAreaElement, files: FileList) => {
    // The files that are sent together fail together.
    setUpload((current) => ({ ...current, problem: "" }));
    for (const file of [...files]) queue.current = queue.current.then(() => uploadAndInsert(area, file));
  };
  const handlers = {
    onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
      const { files, types } = event.clipboardData;
      pasteParagraphs(event);
      // Office programs add an image of the copied text to the clipboard.
      if (files.length === 0 || types.includes("text/plain")) return;
      event.preventDefault();
      uploadAll(event.currentTarget, files);
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop(event: DragEvent<HTMLTextAreaElement>) {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      event.currentTarget.focus();
      uploadAll(event.currentTarget, event.dataTransfer.files);
    },
  };
  return { upload, handlers };
}

/** Pastes the text of an office program with its paragraphs apart. The browser pastes every other text. */
function pasteParagraphs(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const [plainText, html] = ["text/plain", "text/html"].map((type) => event.clipboardData.getData(type));
  const text = plainText && html && addBlankLines(plainText, new DOMParser().parseFromString(html, "text/html"));
  if (!text) return;
  event.preventDefault();
  replaceSelection(event.currentTarget, text);
}
