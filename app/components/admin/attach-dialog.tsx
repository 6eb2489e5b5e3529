import { useState } from "react";
import { Empty, RowActions } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { imageLabel } from "~/models/editing/library/labels";
import type { LibraryImage } from "~/models/editing/library/views.server";
import { FluidImage } from "./fluid-image";
import { LargeDialog, useApiData } from "./large-dialog";

interface Props {
  isOpen: boolean;
  /** Ids of the images that are already attached. */
  attachedIds: string[];
  onAttach(image: LibraryImage): void;
  onClose(): void;
}

export function AttachDialog({ isOpen, attachedIds, onAttach, onClose }: Props) {
  const [page, setPage] = useState(1);
  const path = isOpen ? `/api/library/images?page=${page}` : null;
  const { data, failure } = useApiData<{ images: LibraryImage[]; totalPages: number }>(path);
  return (
    <LargeDialog isOpen={isOpen} title="Attach Images" failure={failure} onClose={onClose}>
      {data && (
        <>
          <AttachList images={data.images.filter(({ id }) => !attachedIds.includes(id))} onAttach={onAttach} />
          <RowActions>
            {page > 1 && (
              <Button type="button" quiet small onClick={() => setPage(page - 1)}>
                Newer
              </Button>
            )}
            {page < data.totalPages && (
              <Button type="button" quiet small onClick={() => setPage(page + 1)}>
                Older
              </Button>
            )}
          </RowActions>
        </>
      )}
    </LargeDialog>
  );
}

interface ListProps {
  images: LibraryImage[];
  /** Absent on the page without scripts, where the buttons submit its form. */
  onAttach?: (image: LibraryImage) => void;
}

export function AttachList({ images, onAttach }: ListProps) {
  if (images.length === 0) return <Empty>There are no images left to attach.</Empty>;
  return (
    <ul className={IMAGE_LIST_CLASS}>
      {images.map((image) => {
        const label = imageLabel(image);
        return (
          <li key={image.id}>
            <FluidImage image={image} sizes="8rem" className={THUMB_CLASS} />
            <span>{label}</span>
            <Button
              type={onAttach ? "button" : "submit"}
              name="imageId"
              value={image.id}
              quiet
              small
              aria-label={`Attach: ${label}`}
              onClick={onAttach && (() => onAttach(image))}
            >
              Attach
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The classes of a list of images, each with its prompt and a button. */
export const IMAGE_LIST_CLASS =
  "mb-3 [&>li]:grid [&>li]:grid-cols-[6rem_minmax(0,1fr)] [&>li]:items-center [&>li]:gap-x-4 [&>li]:gap-y-2 [&>li]:border-b [&>li]:border-line [&>li]:py-2 md:[&>li]:grid-cols-[6rem_minmax(0,1fr)_auto]";
export const THUMB_CLASS = "h-16 w-24 rounded-md bg-line object-cover text-2xs";
