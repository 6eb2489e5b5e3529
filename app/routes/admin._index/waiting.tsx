import type { ReactNode } from "react";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { waiting } from "~/models/whole/dashboard/statistics.server";
import { Clock } from "./clock";
import { Mails } from "./mails";
import { DeadLinks, FoundSources, LostSources, UnsupportedTexts } from "./waiting-links";
import { LostPortraits, Names, Requests, Retractions, Stale } from "./waiting-records";

type Open = Awaited<ReturnType<typeof waiting>>;

interface MatterProps {
  key: string;
  isOpen: boolean;
  mark?: string;
  /** Neither in order nor for somebody to look at. */
  isUnderWay?: boolean;
  text: ReactNode;
}

/** What an admin should look at; what is in order is folded into one line. */
export function Waiting({ pending, open }: { pending: number; open: Open }) {
  const matters = mattersOf(pending, open);
  const [waiting, fine] = [matters.filter(({ isOpen }) => isOpen), matters.filter(({ isOpen }) => !isOpen)];
  return (
    <div className="rounded-lg border border-line bg-surface [&_a]:underline [&_code]:text-[0.9em]">
      {waiting.length > 0 && <Matters of={waiting} />}
      {fine.length > 0 && (
        <details className="border-line text-muted not-first:border-t">
          <summary className="caret min-h-10 px-3.5 py-2">{foldedText(waiting.length, fine)}</summary>
          <Matters of={fine} />
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
    off > 0 && `${off} ${off === 1 ? "service is" : "services are"} off`,
  ];
  return `${waiting === 0 ? "Nothing needs attention: " : ""}${parts.filter(Boolean).join(", ")}`;
}

function mattersOf(pending: number, open: Open): MatterProps[] {
  const { oldestPendingAt, requests, retractions, portraits, stale, links, sources, unsupported } = open;
  const { found, backup, unconfigured, mails, webhooksOff, clock } = open;
  const matters: (MatterProps | false | null)[] = [
    clock && { key: "clock", isOpen: true, text: <Clock clock={clock} /> },
    {
      key: "submissions",
      isOpen: oldestPendingAt !== null,
      text: oldestPendingAt ? (
        <>
          <Link to="/admin/submissions">
            {pending.toLocaleString("en")} {pending === 1 ? "submission is" : "submissions are"} waiting for a decision
          </Link>
          . The oldest came <Age time={oldestPendingAt} />.
        </>
      ) : (
        "No submission is waiting for a decision."
      ),
    },
    { key: "requests", isOpen: requests.open > 0, text: <Requests requests={requests} /> },
    retractions.length > 0 && {
      key: "retractions",
      isOpen: true,
      text: <Retractions retractions={retractions} />,
    },
    portraits.length > 0 && {
      key: "portraits",
      isOpen: true,
      text: <LostPortraits portraits={portraits} />,
    },
    {
      key: "stale",
      isOpen: stale.count > 0,
      text: stale.count === 0 ? "No published profile waits for a review." : <Stale stale={stale} />,
    },
    {
      key: "links",
      isOpen: links.isOpen,
      isUnderWay: links.isUnderWay,
      text: <DeadLinks links={links} />,
    },
    sources.count > 0 && { key: "sources", isOpen: true, text: <LostSources sources={sources} /> },
    found.count > 0 && { key: "found", isOpen: true, text: <FoundSources found={found} /> },
    unsupported.length > 0 && {
      key: "unsupported",
      isOpen: true,
      text: <UnsupportedTexts unsupported={unsupported} />,
    },
    backup && {
      key: "backup",
      isOpen: backup.isLate,
      text: (
        <>
          The last backup was made <Age time={backup.at} />
          {backup.isLate
            ? ". A newer one should be there: look into the log, and make one with npm run db:backup."
            : "."}
        </>
      ),
    },
    mails &&
      (mails.isConfigured || mails.failed.length > 0) && {
        key: "mails",
        isOpen: mails.failed.length > 0 || mails.isStuck,
        isUnderWay: mails.waiting > 0,
        text: <Mails mails={mails} />,
      },
    webhooksOff > 0 && {
      key: "webhooks",
      isOpen: true,
      text: (
        <>
          <Link to="/admin/webhooks">
            {webhooksOff === 1 ? "A webhook was" : `${webhooksOff} webhooks were`} switched off
          </Link>
          , because deliveries failed for days.
        </>
      ),
    },
    ...unconfigured.map(({ service, consequence, missing }) => ({
      key: service,
      isOpen: false,
      mark: "–",
      text: (
        <>
          {service}: off, because <Names of={missing} /> {missing.length === 1 ? "is" : "are"} not set. {consequence}
        </>
      ),
    })),
  ];
  return matters.filter((matter): matter is MatterProps => Boolean(matter));
}

/** What is open stands out with a dot; what is in order has a quiet check. */
function Matters({ of }: { of: MatterProps[] }) {
  return (
    <ul>
      {of.map(({ key, isOpen, isUnderWay, mark = isUnderWay ? "…" : "✓", text }) => (
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
