import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { insertImage } from "./text-editing";
import { type UploadProblem, uploadFile } from "./upload-file";

/** The state of images that are pasted or dropped into a text area. */
export interface Sending {
  /** The file that is being sent, or "". */
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Why the last one was refused; "" for nothing. */
  problem: string;
}

const IDLE: Sending = { name: "", progress: 0, problem: "" };

/** Stores images that are pasted or dropped into a text area and writes them at the cursor, one after the other. */
export function useDroppedImages() {
  const [sending, setSending] = useState(IDLE);
  const queue = useRef(Promise.resolve());
  const send = async (area: HTMLTextAreaElement, file: File) => {
    const { name } = file;
    setSending({ ...IDLE, name });
    try {
      const image = await uploadFile(file, (progress) => setSending({ ...IDLE, name, progress }));
      insertImage(area, image);
      setSending(IDLE);
    } catch (error) {
      setSending({ ...IDLE, problem: `${name}: ${(error as UploadProblem).message}` });
    }
  };
  const take = (area: HTMLTextAreaElement, files: FileList) => {
    for (const file of [...files]) queue.current = queue.current.then(() => send(area, file));
  };
  const handlers = {
    onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
      const { files, types } = event.clipboardData;
      // Office programs add an image of the text that they copy.
      if (files.length === 0 || types.includes("text/plain")) return;
      event.preventDefault();
      take(event.currentTarget, files);
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop(event: DragEvent<HTMLTextAreaElement>) {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      event.currentTarget.focus();
      take(event.currentTarget, event.dataTransfer.files);
    },
  };
  return { sending, handlers };
}
