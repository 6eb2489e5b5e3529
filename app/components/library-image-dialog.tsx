import type { findLibraryImage } from "~/models/library.images.server";
import { AssetDialog } from "./asset-dialog";
import { LibraryImageDetails } from "./library-image-details";
import { useLoaded } from "./use-loaded";

interface Props {
  /** Of the picture that is shown; null while none is. */
  id: string | null;
  onDelete(id: string): void;
  onClose(): void;
}

/** The image dialog (row LI05): the page of a picture, over the list. */
export function LibraryImageDialog({ id, onDelete, onClose }: Props) {
  const path = id && `/api/library/images/${id}`;
  const { data, failure } = useLoaded<Awaited<ReturnType<typeof findLibraryImage>>>(path);
  return (
    <AssetDialog isOpen={id !== null} title="Image" failure={failure} onClose={onClose}>
      {data && <LibraryImageDetails image={data} onDelete={() => onDelete(data.id)} />}
    </AssetDialog>
  );
}
