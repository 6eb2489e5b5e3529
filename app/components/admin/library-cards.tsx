import { Link } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { RowActions } from "~/components/admin/page-parts";
import { call } from "~/components/ui/api-client";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { countNoun } from "~/models/base/text/numbers";
import { downloadName, excerptOf, labelOf, PROMPT_EXCERPT } from "~/models/editing/library/labels";
import type { ContentCard as Content } from "~/models/editing/library/lists.server";
import type { LibraryContent, LibraryImage } from "~/models/editing/library/views.server";
import { CopyTextButton } from "./copy-button";
import { FluidImage } from "./fluid-image";
import { Badge } from "./text";

interface CardProps<Item> {
  item: Item;
  isSelected: boolean;
  onSelect(id: string, isSelected: boolean): void;
  /** Opens the dialog. Without scripts the links lead to pages. */
  onOpen(id: string): void;
  onDelete(id: string): void;
  /** The address of the page that asks before it deletes. */
  deleteAddress: string;
}

export function ContentCard({ item, deleteAddress, onOpen, onDelete, ...select }: CardProps<Content>) {
  const { id, expertName, platform, contentType, excerpt, createdAt, images: imageCount } = item;
  const name = expertName || "No expert";
  const title = `${name}, ${labelOf(contentType)}`;
  return (
    <Card id={id} title={title} {...select}>
      <h2 className="mt-0 mr-9 mb-0 text-lg">
        <Link
          className="text-ink"
          to={`/admin/library/content/${id}`}
          onClick={insteadOfLink(() => onOpen(id))}
          data-row=""
        >
          {name}
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge>{labelOf(platform)}</Badge> <Badge>{labelOf(contentType)}</Badge>
        {imageCount > 0 && <small>{countNoun(imageCount, "image", "images")}</small>}
      </p>
      <p className="excerpt flex-1 text-sm wrap-anywhere">{excerpt}</p>
      <RowActions>
        <small>
          <ShortDate time={createdAt} />
        </small>
        <CopyTextButton
          label={`Copy: ${title}`}
          text={async () => (await call<LibraryContent>(`/api/library/content/${id}`)).content}
        >
          Copy
        </CopyTextButton>
        <ButtonLink
          quiet
          danger
          small
          to={deleteAddress}
          aria-label={`Delete: ${title}`}
          onClick={insteadOfLink(() => onDelete(id))}
        >
          Delete
        </ButtonLink>
      </RowActions>
    </Card>
  );
}

export function ImageCard({ item, deleteAddress, onOpen, onDelete, ...select }: CardProps<LibraryImage>) {
  const { id, imageUrl, imagePrompt, size, createdAt } = item;
  const prompt = excerptOf(imagePrompt, PROMPT_EXCERPT) || "No prompt";
  return (
    <Card id={id} title={`image: ${prompt}`} {...select}>
      <Link
        className={FRAME_CLASS}
        to={`/admin/library/images/${id}`}
        onClick={insteadOfLink(() => onOpen(id))}
        tabIndex={-1}
        aria-hidden="true"
      >
        <FluidImage image={{ ...item, alt: "" }} sizes="(min-width: 45rem) 20rem, 90vw" />
      </Link>
      <p className="excerpt flex-1 text-sm wrap-anywhere">{prompt}</p>
      <RowActions>
        <small>
          {size.replace("x", " × ")}, <ShortDate time={createdAt} />
        </small>
      </RowActions>
      <RowActions>
        <ButtonLink
          quiet
          small
          to={`/admin/library/images/${id}`}
          onClick={insteadOfLink(() => onOpen(id))}
          aria-label={`View: ${prompt}`}
          data-row=""
        >
          View
        </ButtonLink>
        <ButtonLink
          quiet
          small
          href={`/admin/library/images/${id}/download`}
          download={downloadName(id)}
          aria-label={`Download: ${prompt}`}
        >
          Download
        </ButtonLink>
        <ButtonLink
          quiet
          small
          href={imageUrl}
          target="_blank"
          rel="noopener"
          aria-label={`Open in new tab: ${prompt}`}
        >
          Open
        </ButtonLink>
        <ButtonLink
          quiet
          danger
          small
          to={deleteAddress}
          aria-label={`Delete: ${prompt}`}
          onClick={insteadOfLink(() => onDelete(id))}
        >
          Delete
        </ButtonLink>
      </RowActions>
    </Card>
  );
}

interface Selectable {
  id: string;
  title: string;
  isSelected: boolean;
  onSelect(id: string, isSelected: boolean): void;
  children: ReactNode;
}

function Card({ id, title, isSelected, onSelect, children }: Selectable) {
  return (
    <li className={`${LIBRARY_CARD_CLASS} ${isSelected ? "border-accent" : "border-line"}`}>
      <input
        type="checkbox"
        className="absolute top-3.5 right-3.5 z-1 size-5 min-h-5"
        name="ids[]"
        value={id}
        checked={isSelected}
        onChange={(event) => onSelect(id, event.currentTarget.checked)}
        aria-label={`Select ${title}`}
        data-live=""
      />
      {children}
    </li>
  );
}

/** Returns a click handler that acts in place of following the link. Clicks that open a tab or window still follow it. */
export function insteadOfLink(act: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };
}

/** A grid with as many columns of cards as fit. */
export const LIBRARY_GRID_CLASS = "grid fill-cols-76 gap-3";
export const LIBRARY_CARD_CLASS =
  "asset relative flex flex-col gap-2 rounded-xl border bg-surface px-3.5 py-3 [&_small]:text-muted";
/** The frame of a card's image. */
export const FRAME_CLASS = "block aspect-16/9 overflow-hidden rounded-md bg-line";
