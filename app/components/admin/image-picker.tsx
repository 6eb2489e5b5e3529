import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { FluidImage } from "~/components/admin/fluid-image";
import { LargeDialog } from "~/components/admin/large-dialog";
import { Empty, Progress, RowActions } from "~/components/admin/page-parts";
import { ErrorText } from "~/components/admin/text";
import { type UploadProblem, uploadFile } from "~/components/admin/upload-file";
import { Button } from "~/components/ui/button";
import type { StoredImage } from "~/models/editing/images/admin-list.server";
import { ACCEPTED_TYPES } from "~/models/records/images/rules";
import { useApiData } from "./large-dialog";

interface Props {
  onPick(image: StoredImage): void;
  className?: string;
  "aria-label"?: string;
  children: ReactNode;
}

/** Renders a button that opens a dialog to choose a stored image or upload a new one. */
export function ImagePickerButton({ onPick, children, ...button }: Props) {
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  const pickedImage = useRef<StoredImage | null>(null);
  const open = () => {
    // An upload may have ended after the dialog was closed.
    pickedImage.current = null;
    setOpen(true);
  };
  const pick = (image: StoredImage) => {
    pickedImage.current = image;
    setOpen(false);
  };
  // By now the dialog has returned the focus, so `onPick` can move it.
  const close = () => {
    setOpen(false);
    if (pickedImage.current) onPick(pickedImage.current);
    pickedImage.current = null;
  };
  return (
    <>
      <Button type="button" quiet small {...button} onClick={open}>
        {children}
      </Button>
      {/* A portal keeps the search box outside the record's form. */}
      {wasOpened.current &&
        createPortal(
          <LargeDialog isOpen={isOpen} title="Choose an image" onClose={close}>
            <StoredImages isOpen={isOpen} onPick={pick} />
          </LargeDialog>,
          document.body,
        )}
    </>
  );
}

/** Milliseconds between the last key press and the search. */
const WAIT_MS = 250;

function StoredImages({ isOpen, onPick }: { isOpen: boolean; onPick: Props["onPick"] }) {
  const [{ search, page }, setQuery] = useState({ search: "", page: 1 });
  const path = `/api/admin/images?${new URLSearchParams({ search, page: String(page) })}`;
  const { data, failure } = useApiData<{ images: StoredImage[]; totalPages: number }>(isOpen ? path : null);
  const lastData = useRef(data);
  lastData.current = data ?? lastData.current;
  const { images = [], totalPages = 1 } = lastData.current ?? {};
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const onSearchInput = ({ target }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuery({ search: target.value.trim(), page: 1 }), WAIT_MS);
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <label className="flex-[1_1_14rem] font-semibold">
          Search names and descriptions
          <input type="search" className="mt-1 block w-full" autoComplete="off" onChange={onSearchInput} />
        </label>
        <Upload onStored={onPick} />
      </div>
      {failure && <ErrorText role="alert">{failure}</ErrorText>}
      <p className="sr-only" role="status">
        {data ? `${images.length} ${images.length === 1 ? "image" : "images"} shown` : "Loading…"}
      </p>
      {data && images.length === 0 && (
        <Empty>{search ? "No images found. Try adjusting your search." : "No images are stored yet."}</Empty>
      )}
      <ul className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3" aria-busy={!data}>
        {images.map((image) => (
          <li key={image.id}>
            <Choice image={image} onPick={onPick} />
          </li>
        ))}
      </ul>
      <RowActions>
        {page > 1 && (
          <Button type="button" quiet small onClick={() => setQuery({ search, page: page - 1 })}>
            Newer
          </Button>
        )}
        {page < totalPages && (
          <Button type="button" quiet small onClick={() => setQuery({ search, page: page + 1 })}>
            Older
          </Button>
        )}
      </RowActions>
    </>
  );
}

function Choice({ image, onPick }: { image: StoredImage; onPick: Props["onPick"] }) {
  const { url, name, missing } = image;
  return (
    <button
      type="button"
      className="block w-full cursor-pointer rounded-md border border-line p-1.5 text-left text-sm hover:border-accent disabled:cursor-default"
      disabled={missing}
      onClick={() => onPick(image)}
    >
      <FluidImage
        image={{ imageUrl: url, alt: "", missing }}
        sizes="10rem"
        className="aspect-4/3 w-full rounded-sm bg-line object-cover"
      />
      <span className="mt-1 block md:truncate" title={name}>
        {name}
      </span>
    </button>
  );
}

function Upload({ onStored }: { onStored: Props["onPick"] }) {
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const send = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    // The same file can be chosen again.
    currentTarget.value = "";
    setProblem("");
    setProgress(0);
    await uploadFile(file, setProgress).then(onStored, ({ message }: UploadProblem) => setProblem(message));
    setProgress(null);
  };
  return (
    <div className="flex-[1_1_14rem]">
      <label className="font-semibold">
        Or upload one, up to 5MB
        <input type="file" className="mt-1 block w-full font-normal" accept={ACCEPTED_TYPES} onChange={send} />
      </label>
      {progress !== null && <Progress className="w-full" value={progress} aria-label="Uploading" />}
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
    </div>
  );
}
