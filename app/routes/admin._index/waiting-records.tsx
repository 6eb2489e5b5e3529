/** What the dashboard says of requests, profiles, works and pictures that wait for somebody. */
import { Link } from "~/components/ui/link";
import type { waiting } from "~/models/whole/dashboard/statistics.server";

type Open = Awaited<ReturnType<typeof waiting>>;

export function Requests({ requests: { open, near, overdue } }: Pick<Open, "requests">) {
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

export function Stale({ stale: { count, more, experts } }: Pick<Open, "stale">) {
  return (
    <>
      <Link to="/admin/experts?gap=review">
        {more && "More than "}
        {count} {count === 1 ? "profile was" : "profiles were"} not reviewed within the last year
      </Link>
      :{" "}
      {experts.map(({ id, name }, position) => (
        <span key={id}>
          {position > 0 && ", "}
          <Link to={`/admin/experts/${id}`} dir="auto">
            {name}
          </Link>
        </span>
      ))}
      {count > experts.length && " …"}
    </>
  );
}

export function Retractions({ retractions }: Pick<Open, "retractions">) {
  return (
    <>
      Retracted works on profiles:{" "}
      {retractions.slice(0, 5).map(({ id, name, title }, position) => (
        <span key={id + title}>
          {position > 0 && ", "}
          {title} (
          <Link to={`/admin/experts/${id}/works`} dir="auto">
            {name}
          </Link>
          )
        </span>
      ))}
      {retractions.length > 5 && " …"}
    </>
  );
}

export function LostPortraits({ portraits }: Pick<Open, "portraits">) {
  return (
    <>
      Pictures whose licence is no longer sure:{" "}
      {portraits.slice(0, 5).map(({ id, name, problem }, position) => (
        <span key={id}>
          {position > 0 && " "}
          <Link to={`/admin/experts/${id}/portrait`} dir="auto">
            {name}
          </Link>
          : {problem}
        </span>
      ))}
      {portraits.length > 5 && " …"} Take the picture again with today’s licence, choose another one, or remove it.
    </>
  );
}

export function Names({ of }: { of: string[] }) {
  return of.map((name, position) => (
    <span key={name}>
      {position > 0 && " and "}
      <code>{name}</code>
    </span>
  ));
}
