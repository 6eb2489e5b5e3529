import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { AttachDialog } from "~/components/admin/attach-dialog";
import { ContentDetails } from "~/components/admin/content-details";
import { LargeDialog, useApiData } from "~/components/admin/large-dialog";
import { LibraryImageDetails } from "~/components/admin/library-image-details";
import { call, failureReason } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";
import type { findLibraryImage } from "~/models/editing/images/library-images.server";
import type { ContentPage } from "~/models/editing/library/article.server";
import type { LibraryImage } from "~/models/editing/library/views.server";

interface Props {
  /** The id of the open text or image, or null. */
  id: string | null;
  onDelete(id: string): void;
  onClose(): void;
}

export function ContentDialog({ id, onDelete, onClose }: Props) {
  const path = id && `/api/library/content/${id}`;
  const { data, failure, reload } = useApiData<ContentPage["content"] & Pick<ContentPage, "article">>(path);
  const { revalidate } = useRevalidator();
  const [isAttaching, setAttaching] = useState(false);
  const toast = useToast();
  const change = async (image: LibraryImage, method: "POST" | "DELETE") => {
    try {
      await call(`${path}/images/${image.id}`, { method });
      reload();
      // The list shows the number of images.
      revalidate();
    } catch (error) {
      toast({ title: "Update Failed", description: failureReason(error), failure: true });
    }
  };
  const title = data ? data.expertName || "No expert" : "Content Details";
  return (
    <>
      <LargeDialog isOpen={id !== null} title={title} failure={failure} onClose={onClose}>
        {data && (
          <ContentDetails
            content={data}
            article={data.article}
            actions={{
              detach: (image) => change(image, "DELETE"),
              attach: () => setAttaching(true),
              remove: () => onDelete(data.id),
            }}
          />
        )}
      </LargeDialog>
      <AttachDialog
        isOpen={isAttaching}
        attachedIds={data?.images.map((image) => image.id) ?? []}
        onAttach={(image) => change(image, "POST")}
        onClose={() => setAttaching(false)}
      />
    </>
  );
}

export function LibraryImageDialog({ id, onDelete, onClose }: Props) {
  const path = id && `/api/library/images/${id}`;
  const { data, failure } = useApiData<Awaited<ReturnType<typeof findLibraryImage>>>(path);
  return (
    <LargeDialog isOpen={id !== null} title="Image" failure={failure} onClose={onClose}>
      {data && <LibraryImageDetails image={data} onDelete={() => onDelete(data.id)} />}
    </LargeDialog>
  );
}
