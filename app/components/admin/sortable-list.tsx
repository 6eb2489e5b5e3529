import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { RowActions } from "~/components/admin/page-parts";
import { call, failureReason } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { useToast } from "~/components/ui/toast";
import { moveRow } from "~/models/records/experts/form";

interface Entry {
  id: string;
  name: string;
}

interface Props<T extends Entry> {
  entries: T[];
  /** The path of the JSON call that stores the order, `{ ids }`. */
  path: string;
  /** The address to which Move up and Move down post `{ id, to }` without scripts. */
  action: string;
  /** Renders an entry. */
  renderDetails(entry: T): ReactNode;
  /** Renders the other actions of an entry. */
  renderActions(entry: T): ReactNode;
}

export function SortableList<T extends Entry>({ entries, path, action, renderDetails, renderActions }: Props<T>) {
  const { order, move } = useOrder(entries, path);
  const sensors = useSensors(
    // A drag begins after 4 pixels, so that a click stays a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const indexOf = (id?: UniqueIdentifier) => order.findIndex((entry) => entry.id === id);
    const from = indexOf(active.id);
    const to = indexOf(over?.id);
    if (to >= 0 && from !== to) move(from, to);
  };
  return (
    <DndContext
      // Without an id, server and browser would make different ones. The instructions for the keyboard get it, too.
      id="how-to-sort"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announcementsFor(order) }}
    >
      <SortableContext items={order.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className={`order ${LIST_CLASS}`}>
          {order.map((entry, index) => (
            <SortableEntry
              key={entry.id}
              entry={entry}
              index={index}
              action={action}
              move={move}
              count={order.length}
              details={renderDetails(entry)}
            >
              {renderActions(entry)}
            </SortableEntry>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const LIST_CLASS =
  "max-w-form border-t border-line [&>li]:grid [&>li]:grid-cols-[auto_auto_minmax(0,1fr)] [&>li]:items-center [&>li]:gap-x-3 [&>li]:gap-y-2 [&>li]:border-b [&>li]:border-line [&>li]:bg-paper [&>li]:py-2 in-[section.border]:[&>li]:bg-surface [&>li:has(>.face)]:grid-cols-[auto_auto_2.5rem_minmax(0,1fr)] [&_.face]:text-sm md:[&>li]:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:[&>li:has(>.face)]:grid-cols-[auto_auto_2.5rem_minmax(0,1fr)_auto]";

/** Returns the announcements of a drag for screen readers. */
function announcementsFor(order: Entry[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => order.find((entry) => entry.id === id)?.name;
  const placeOf = (id: UniqueIdentifier) => `${order.findIndex((entry) => entry.id === id) + 1} of ${order.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is dropped${over ? ` at ${placeOf(over.id)}` : ""}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  };
}

/** Returns the displayed order and a function that moves an entry. Moves are displayed at once and saved one after the other. After a refusal the stored order is displayed again. */
function useOrder<T extends Entry>(entries: T[], path: string) {
  const [order, setOrder] = useState(entries);
  const unsavedMoves = useRef(0);
  useEffect(() => {
    // The server's order lacks the moves that are not saved yet.
    if (unsavedMoves.current === 0) setOrder(entries);
  }, [entries]);
  const revalidator = useRevalidator();
  const toast = useToast();
  const lastSave = useRef(Promise.resolve());
  const move = (from: number, to: number) => {
    const newOrder = moveRow(order, from, to);
    setOrder(newOrder);
    const ids = newOrder.map(({ id }) => id);
    unsavedMoves.current++;
    lastSave.current = lastSave.current
      .then(() => call(path, { method: "PUT", body: { ids } }))
      .catch((error) => toast({ title: "Update Failed", description: failureReason(error), failure: true }))
      .then(() => {
        if (--unsavedMoves.current === 0) revalidator.revalidate();
      });
  };
  return { order, move };
}

interface SortableEntryProps {
  entry: Entry;
  index: number;
  count: number;
  action: string;
  move(from: number, to: number): void;
  details: ReactNode;
  children: ReactNode;
}

function SortableEntry({ entry, index, count, action, move, details, children }: SortableEntryProps) {
  const { id, name } = entry;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const translate = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined;
  const moveButton = (direction: "up" | "down") => (
    <MoveButton
      entry={entry}
      direction={direction}
      action={action}
      move={() => move(index, index + (direction === "up" ? -1 : 1))}
    />
  );
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? "relative z-3 [box-shadow:0_4px_16px_rgb(0_0_0/0.25)]" : undefined}
      style={{ transform: translate, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="min-h-11 min-w-9 cursor-grab touch-none text-xl text-muted noscript:invisible"
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}, ${index + 1} of ${count}`}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <span className="min-w-6 text-right text-muted">{index + 1}</span>
      {details}
      <RowActions className="col-span-full max-md:gap-x-2! md:col-span-1 max-md:[&_:is(a,button)]:px-2.5">
        {index > 0 && moveButton("up")}
        {index < count - 1 && moveButton("down")}
        {children}
      </RowActions>
    </li>
  );
}

interface MoveProps {
  entry: Entry;
  direction: "up" | "down";
  action: string;
  move(): void;
}

/** Moves an entry by one place. Without scripts it submits a form. */
function MoveButton({ entry, direction, action, move }: MoveProps) {
  const button = useRef<HTMLButtonElement>(null);
  const moveByScript = (event: FormEvent) => {
    event.preventDefault();
    const row = event.currentTarget.closest("li");
    move();
    // The move takes the focus from the button. At either end of the list the button is gone, and the opposite one gets the focus.
    requestAnimationFrame(() => (button.current ?? row?.querySelector<HTMLElement>("[type=submit]"))?.focus());
  };
  const label = direction === "up" ? "Move up" : "Move down";
  return (
    <Form method="post" action={action} onSubmit={moveByScript}>
      <input type="hidden" name="id" value={entry.id} />
      <input type="hidden" name="to" value={direction} />
      <Button type="submit" quiet small ref={button} aria-label={`${label}: ${entry.name}`}>
        {label}
      </Button>
    </Form>
  );
}
