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
import { Form, Link, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { moved } from "~/models/expert-form";
import type { Featured } from "~/models/featured.server";
import { call } from "./call";
import { Face } from "./face";
import { reasonOf } from "./failure";
import { useToast } from "./toast";

const PATH = "/admin/featured";

/** The featured experts in an order that can be changed: by pointer, by keys and by buttons; without scripts by buttons. */
export function FeaturedOrder({ featured }: { featured: Featured[] }) {
  const { order, move } = useOrder(featured);
  const sensors = useSensors(
    // A little way before it counts, so that a press is still a press.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [active.id, over?.id].map((id) => order.findIndex((one) => one.id === id)) as [number, number];
    if (to >= 0 && from !== to) move(from, to);
  };
  return (
    <DndContext
      id="featured"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: announcementsFor(order) }}
    >
      <SortableContext items={order.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="order">
          {order.map((expert, place) => (
            <Place key={expert.id} expert={expert} place={place} count={order.length} move={move} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** What a screen reader says of a drag. */
function announcementsFor(order: Featured[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => order.find((one) => one.id === id)?.name;
  const placeOf = (id: UniqueIdentifier) => `${order.findIndex((one) => one.id === id) + 1} of ${order.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is dropped${over ? ` at ${placeOf(over.id)}` : ""}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  };
}

/** The order as it is shown: changed at once, stored one change after the other, taken back when that is refused. */
function useOrder(featured: Featured[]) {
  const [order, setOrder] = useState(featured);
  useEffect(() => setOrder(featured), [featured]);
  const revalidator = useRevalidator();
  const toast = useToast();
  const before = useRef(Promise.resolve());
  const move = (from: number, to: number) => {
    const next = moved(order, from, to);
    setOrder(next);
    const ids = next.map(({ id }) => id);
    before.current = before.current
      .then(() => call("/api/admin/featured/order", { method: "PUT", body: { ids } }))
      .catch((error) => toast({ title: "Update Failed", description: reasonOf(error), failure: true }))
      .then(() => revalidator.revalidate());
  };
  return { order, move };
}

interface PlaceProps {
  expert: Featured;
  place: number;
  count: number;
  move(from: number, to: number): void;
}

function Place({ expert, place, count, move }: PlaceProps) {
  const { id, slug, name, title, image } = expert;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const translate = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined;
  const step = (by: "up" | "down") => (
    <MoveButton expert={expert} by={by} move={() => move(place, place + (by === "up" ? -1 : 1))} />
  );
  return (
    <li ref={setNodeRef} className={isDragging ? "dragged" : undefined} style={{ transform: translate, transition }}>
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="handle scripted"
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}, ${place + 1} of ${count}`}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <span className="count">{place + 1}</span>
      <Face name={name} image={image} size={40} />
      <div>
        <p>
          <Link to={`/admin/experts/${id}`}>{name}</Link>
        </p>
        <p className="hint">{title}</p>
      </div>
      <div className="acts">
        {place > 0 && step("up")}
        {place < count - 1 && step("down")}
        <Form method="post" action={`/admin/experts/${id}/featured`} preventScrollReset>
          <input type="hidden" name="featured" value="false" />
          <input type="hidden" name="returnTo" value={PATH} />
          <button type="submit" className="button quiet small" aria-label={`Remove ${name}`}>
            Remove
          </button>
        </Form>
        <a className="button quiet small" href={`/${slug}`} target="_blank" rel="noopener" aria-label={`View ${name}`}>
          View
        </a>
      </div>
    </li>
  );
}

/** Without scripts a form like any other. */
function MoveButton({ expert, by, move }: { expert: Featured; by: "up" | "down"; move(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move();
    // Moved in the page, the button loses the focus; at the end of the list there is no such button any more.
    requestAnimationFrame(() => button.current?.focus());
  };
  const label = by === "up" ? "Move up" : "Move down";
  return (
    <Form method="post" action={PATH} onSubmit={submit}>
      <input type="hidden" name="id" value={expert.id} />
      <input type="hidden" name="to" value={by} />
      <button type="submit" className="button quiet small" ref={button} aria-label={`${label}: ${expert.name}`}>
        {label}
      </button>
    </Form>
  );
}
