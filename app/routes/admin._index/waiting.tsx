import { Fragment, type ReactNode } from "react";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { Matter, Piece } from "~/models/base/parts/matter";
import { countNoun } from "~/models/base/text/numbers";
import type { dashboardMatters } from "~/models/whole/dashboard/statistics.server";
import { Clock } from "./clock";
import { Mails } from "./mails";

type WaitingWork = Awaited<ReturnType<typeof dashboardMatters>>;

type MatterProps = Omit<Matter, "text"> & { text: ReactNode };

/** Lists the open matters. The matters in order are folded into one line. */
export function Waiting({ open }: { open: WaitingWork }) {
  const matters = mattersOf(open);
  const [waiting, mattersInOrder] = [matters.filter(({ isOpen }) => isOpen), matters.filter(({ isOpen }) => !isOpen)];
  return (
    <div className="rounded-lg border border-line bg-surface [&_a]:underline [&_code]:text-[0.9em]">
      {waiting.length > 0 && <Matters of={waiting} />}
      {mattersInOrder.length > 0 && (
        <details className="border-line text-muted not-first:border-t">
          <summary className="caret min-h-10 px-3.5 py-2">{foldedText(waiting.length, mattersInOrder)}</summary>
          <Matters of={mattersInOrder} />
        </details>
      )}
    </div>
  );
}

function foldedText(waiting: number, fine: MatterProps[]): string {
  const off = fine.filter(({ mark }) => mark).length;
  const inOrder = fine.length - off;
  const parts = [
    inOrder > 0 && `${inOrder} ${waiting > 0 ? "other " : ""}${inOrder === 1 ? "check is" : "checks are"} in order`,
    off > 0 && `${countNoun(off, "service is", "services are")} off`,
  ];
  return `${waiting === 0 ? "Nothing needs attention: " : ""}${parts.filter(Boolean).join(", ")}`;
}

function mattersOf({ clock, mails, matters }: WaitingWork): MatterProps[] {
  const isMailShown = mails && (mails.isConfigured || mails.failed.length > 0);
  return [
    ...(clock ? [{ key: "clock", isOpen: true, text: <Clock clock={clock} /> }] : []),
    ...matters.map(({ text, ...matter }) => ({ ...matter, text: <Pieces of={text} /> })),
    ...(isMailShown
      ? [
          {
            key: "mails",
            isOpen: mails.failed.length > 0 || mails.isStuck,
            isUnderWay: mails.waiting > 0,
            text: <Mails mails={mails} />,
          },
        ]
      : []),
  ];
}

function Pieces({ of }: { of: Piece[] }) {
  return of.map((piece, position) => {
    const key = `${position}`;
    if (typeof piece === "string") return <Fragment key={key}>{piece}</Fragment>;
    if ("age" in piece) return <Age key={key} time={piece.age} />;
    if ("code" in piece) return <code key={key}>{piece.code}</code>;
    return (
      <Link key={key} to={piece.to} dir="auto">
        {piece.text}
      </Link>
    );
  });
}

/** Shows matters: a dot marks open ones, and a check those in order. */
function Matters({ of }: { of: MatterProps[] }) {
  return (
    <ul>
      {of.map(({ key, isOpen, isUnderWay: isInProgress, mark = isInProgress ? "…" : "✓", text }) => (
        <li
          key={key}
          className={`grid grid-cols-[1.5rem_minmax(0,1fr)] border-line px-3.5 py-2 not-first:border-t ${isOpen ? "" : "text-muted"}`}
        >
          <span aria-hidden="true" className={isOpen ? "mt-2 size-2.5 rounded-full bg-gold" : "text-ok"}>
            {!isOpen && mark}
          </span>
          <div>{text}</div>
        </li>
      ))}
    </ul>
  );
}
