import type { ReactNode } from "react";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { waiting } from "~/models/site/statistics.server";
import { Mails } from "./mails";
import { DeadLinks, LostSources, UnsupportedTexts } from "./waiting-links";

type Open = Awaited<ReturnType<typeof waiting>>;

/** What an admin should look at, and what is in order. */
export function Waiting({ pending, open }: { pending: number; open: Open }) {
  const { oldestPendingAt, requests, retractions, stale, links, sources, unsupported } = open;
  const { backupAt, unconfigured, mails, webhooksOff } = open;
  return (
    <ul className="rounded-lg border border-line bg-surface [&_a]:underline [&_code]:text-[0.9em]">
      <Matter isOpen={oldestPendingAt !== null}>
        {oldestPendingAt ? (
          <>
            <Link to="/admin/submissions">
              {pending.toLocaleString("en")} {pending === 1 ? "submission is" : "submissions are"} waiting for a
              decision
            </Link>
            . The oldest came <Age time={oldestPendingAt} />.
          </>
        ) : (
          "No submission is waiting for a decision."
        )}
      </Matter>
      <Matter isOpen={requests.open > 0}>
        <Requests requests={requests} />
      </Matter>
      {retractions.length > 0 && (
        <Matter isOpen>
          <Retractions retractions={retractions} />
        </Matter>
      )}
      <Matter isOpen={stale.count > 0}>
        {stale.count === 0 ? "No published profile waits for a review." : <Stale stale={stale} />}
      </Matter>
      <Matter isOpen={links.count > 0 || links.isOff || links.checkedAt === null}>
        <DeadLinks links={links} />
      </Matter>
      {sources.count > 0 && (
        <Matter isOpen>
          <LostSources sources={sources} />
        </Matter>
      )}
      {unsupported.length > 0 && (
        <Matter isOpen>
          <UnsupportedTexts unsupported={unsupported} />
        </Matter>
      )}
      {backupAt && (
        <Matter isOpen={false}>
          The last backup was made <Age time={backupAt} />.
        </Matter>
      )}
      {mails && (mails.isConfigured || mails.failed.length > 0) && (
        <Matter isOpen={mails.failed.length > 0}>
          <Mails mails={mails} />
        </Matter>
      )}
      {webhooksOff > 0 && (
        <Matter isOpen>
          <Link to="/admin/webhooks">
            {webhooksOff === 1 ? "A webhook was" : `${webhooksOff} webhooks were`} switched off
          </Link>
          , because deliveries failed for days.
        </Matter>
      )}
      {unconfigured.map(({ service, consequence, missing }) => (
        <Matter key={service} isOpen={false} mark="–">
          {service}: off, because <Names of={missing} /> {missing.length === 1 ? "is" : "are"} not set. {consequence}
        </Matter>
      ))}
    </ul>
  );
}

/** What is open stands out with a dot; what is in order has a quiet check. */
function Matter({ isOpen, mark = "✓", children }: { isOpen: boolean; mark?: string; children: ReactNode }) {
  return (
    <li
      className={`grid grid-cols-[1.5rem_minmax(0,1fr)] border-line px-3.5 py-2 not-first:border-t ${isOpen ? "" : "text-muted"}`}
    >
      <span aria-hidden="true" className={isOpen ? "mt-2 size-2.5 rounded-full bg-gold" : "text-ok"}>
        {!isOpen && mark}
      </span>
      <div>{children}</div>
    </li>
  );
}

function Requests({ requests: { open, near, overdue } }: Pick<Open, "requests">) {
  if (open === 0) return "No request is waiting for a decision.";
  return (
    <>
      <Link to="/admin/requests">
        {open.toLocaleString("en")} {open === 1 ? "request is" : "requests are"} waiting for a decision
      </Link>
      {overdue > 0 && `, ${overdue.toLocaleString("en")} overdue`}
      {near > 0 && `, ${near.toLocaleString("en")} due within 7 days`}.
    </>
  );
}

function Stale({ stale: { count, more, experts } }: Pick<Open, "stale">) {
  return (
    <>
      {more && "More than "}
      {count} {count === 1 ? "profile was" : "profiles were"} not reviewed within the last year:{" "}
      {experts.map(({ id, name }, position) => (
        <span key={id}>
          {position > 0 && ", "}
          <Link to={`/admin/experts/${id}`}>{name}</Link>
        </span>
      ))}
      {count > experts.length && " …"}
    </>
  );
}

function Retractions({ retractions }: Pick<Open, "retractions">) {
  return (
    <>
      Retracted works on profiles:{" "}
      {retractions.slice(0, 5).map(({ id, name, title }, position) => (
        <span key={id + title}>
          {position > 0 && ", "}
          {title} (<Link to={`/admin/experts/${id}/works`}>{name}</Link>)
        </span>
      ))}
      {retractions.length > 5 && " …"}
    </>
  );
}

function Names({ of }: { of: string[] }) {
  return of.map((name, position) => (
    <span key={name}>
      {position > 0 && " and "}
      <code>{name}</code>
    </span>
  ));
}
