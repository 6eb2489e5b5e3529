import type { ReactNode } from "react";
import type { Matter } from "~/models/base/parts/matter";
import { countNoun } from "~/models/base/text/numbers";
import type { dashboardMatters } from "~/models/whole/dashboard/statistics.server";
import { Clock } from "./clock";
import { Mails } from "./mails";
import { Pieces } from "./pieces";

type WaitingWork = Awaited<ReturnType<typeof dashboardMatters>>;

type MatterProps = Omit<Matter, "text"> & { text: ReactNode };

/** Lists the open matters. The matters in order are folded into one line. */
export function Waiting({ work }: { work: WaitingWork }) {
  const matters = mattersOf(work);
  const [openMatters, mattersInOrder] = [
    matters.filter(({ isOpen }) => isOpen),
    matters.filter(({ isOpen }) => !isOpen),
  ];
  return (
    <div className="rounded-lg border border-line bg-surface [&_a]:underline [&_code]:text-[0.9em]">
      {openMatters.length > 0 && <Matters matters={openMatters} />}
      {mattersInOrder.length > 0 && (
        <details className="border-line text-muted not-first:border-t">
          <summary className="caret min-h-10 px-3.5 py-2">{foldedText(openMatters.length, mattersInOrder)}</summary>
          <Matters matters={mattersInOrder} />
        </details>
      )}
    </div>
  );
}

function foldedText(openCount: number, mattersInOrder: MatterProps[]): string {
  const offCount = mattersInOrder.filter(({ mark }) => mark).length;
  const inOrderCount = mattersInOrder.length - offCount;
  const parts = [
    inOrderCount > 0 &&
      `${inOrderCount} ${openCount > 0 ? "other " : ""}${inOrderCount === 1 ? "check is" : "checks are"} in order`,
    offCount > 0 && `${countNoun(offCount, "service is", "services are")} off`,
  ];
  return `${openCount === 0 ? "Nothing needs attention: " : ""}${parts.filter(Boolean).join(", ")}`;
}

function mattersOf({ clock, mails, matters }: WaitingWork): MatterProps[] {
  const isMailShown = mails && (mails.isConfigured || mails.failed.length > 0);
  return [
    ...(clock ? [{ key: "clock", isOpen: true, text: <Clock clock={clock} /> }] : []),
    ...matters.map(({ text, ...matter }) => ({ ...matter, text: <Pieces pieces={text} /> })),
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

/** Shows matters: a dot marks open ones, and a check those in order. */
function Matters({ matters }: { matters: MatterProps[] }) {
  return (
    <ul>
      {matters.map(({ key, isOpen, isUnderWay: isInProgress, mark = isInProgress ? "…" : "✓", text }) => (
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
