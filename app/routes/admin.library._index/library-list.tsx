import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { ContentCard, ImageCard, LIBRARY_GRID_CLASS } from "~/components/admin/library-cards";
import { LibraryDeleteDialog, type Selection } from "~/components/admin/library-delete-dialog";
import { useListPending } from "~/components/ui/pagination";
import { useToast } from "~/components/ui/toast";
import { withMark } from "~/http/return-to";
import { type LibraryAddress, type LibraryTab, libraryAddress } from "~/models/editing/library/address";
import { deletedText } from "~/models/editing/library/labels";
import type { ContentCard as Content } from "~/models/editing/library/lists.server";
import type { LibraryProject } from "~/models/editing/library/projects.server";
import type { LibraryImage } from "~/models/editing/library/views.server";
import { ContentDialog, LibraryImageDialog } from "./dialogs";
import { LibrarySelection, moveTargets } from "./library-selection";

interface Props {
  /** The filters and page of the list. */
  listFilters: LibraryAddress & { tab: LibraryTab };
  /** The texts; empty on the tab of images. */
  contents: Content[];
  images: LibraryImage[];
  projects: LibraryProject[];
  /** True if the address selects everything, for browsers without scripts. */
  areAllSelected: boolean;
}

export function LibraryList({ listFilters, contents, images, projects, areAllSelected }: Props) {
  const { tab } = listFilters;
  const items: { id: string }[] = tab === "content" ? contents : images;
  const allIds = items.map(({ id }) => id);
  const [selectedIds, setSelectedIds] = useState<string[]>(areAllSelected ? allIds : []);
  const [openId, setOpenId] = useState<string | null>(null);
  const [selectionToDelete, setSelectionToDelete] = useState<Selection | null>(null);
  const isPending = useListPending();
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const shownIds = allIds.join(" ");
  // Items that left the page must not stay selected.
  useEffect(() => setSelectedIds((ids) => ids.filter((id) => shownIds.split(" ").includes(id))), [shownIds]);

  const cardFor = (id: string) => ({
    isSelected: selectedIds.includes(id),
    onSelect: (itemId: string, isSelected: boolean) =>
      setSelectedIds(isSelected ? [...selectedIds, itemId] : selectedIds.filter((otherId) => otherId !== itemId)),
    onOpen: setOpenId,
    onDelete: () => setSelectionToDelete({ kind: tab, ids: [id] }),
    deleteAddress: `/admin/library/delete?${new URLSearchParams({ kind: tab, id, returnTo: libraryAddress(listFilters) })}`,
  });
  const onDelete = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.value === "move") return;
    event.preventDefault();
    setSelectionToDelete({ kind: tab, ids: selectedIds });
  };
  const onDeleted = ({ ids }: Selection) => {
    setSelectionToDelete(null);
    setOpenId(null);
    toast({ title: deletedText(tab, ids.length) });
    revalidate();
  };
  const selectedTexts = contents.filter(({ id }) => selectedIds.includes(id));
  // Without scripts the selection is unknown, so all texts count.
  const consideredTexts = selectedTexts.length > 0 ? selectedTexts : contents;
  return (
    <>
      <Form method="get" action="/admin/library/delete" onSubmit={onDelete} aria-busy={isPending}>
        <input type="hidden" name="kind" value={tab} />
        <input type="hidden" name="returnTo" value={libraryAddress(listFilters)} />
        <LibrarySelection
          selectedCount={selectedIds.length}
          itemCount={items.length}
          targets={tab === "content" && projects.length > 0 ? moveTargets(consideredTexts, projects) : []}
          moveAddress={withMark(libraryAddress(listFilters), "index")}
          onAll={(isSelected) => setSelectedIds(isSelected ? allIds : [])}
          selectAllAddress={libraryAddress({ ...listFilters, all: true })}
          selectNoneAddress={libraryAddress(listFilters)}
        />
        <ul className={LIBRARY_GRID_CLASS}>
          {contents.map((item) => (
            <ContentCard key={item.id} item={item} {...cardFor(item.id)} />
          ))}
          {images.map((item) => (
            <ImageCard key={item.id} item={item} {...cardFor(item.id)} />
          ))}
        </ul>
      </Form>
      <KeyboardShortcuts
        keys={[
          ["next", "next"],
          ["previous", "previous"],
        ]}
      />
      {tab === "content" ? (
        <ContentDialog
          id={openId}
          onDelete={(id) => setSelectionToDelete({ kind: "content", ids: [id] })}
          onClose={() => setOpenId(null)}
        />
      ) : (
        <LibraryImageDialog
          id={openId}
          onDelete={(id) => setSelectionToDelete({ kind: "images", ids: [id] })}
          onClose={() => setOpenId(null)}
        />
      )}
      <LibraryDeleteDialog
        selection={selectionToDelete}
        onDone={onDeleted}
        onClose={() => setSelectionToDelete(null)}
      />
    </>
  );
}
