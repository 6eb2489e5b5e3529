import { LibraryImageDetails } from "~/components/admin/library-image-details";
import { LargeDialog } from "~/components/ui/large-dialog";
import { useApiData } from "~/components/ui/use-api-data";
import type { findLibraryImage } from "~/models/library.images.server";

interface Props {
  /** Of the picture that is shown; null while none is. */
  id: string | null;
  onDelete(id: string): void;
  onClose(): void;
}

/** The image dialog (row LI05): the page of a picture, over the list. */
export function LibraryImageDialog({ id, onDelete, onClose }: Props) {
  const path = id && `/api/library/images/${id}`;
  const { data, failure } = useApiData<Awaited<ReturnType<typeof findLibraryImage>>>(path);
  return (
    <LargeDialog isOpen={id !== null} title="Image" failure={failure} onClose={onClose}>
      {data && <LibraryImageDetails image={data} onDelete={() => onDelete(data.id)} />}
    </LargeDialog>
  );
}
