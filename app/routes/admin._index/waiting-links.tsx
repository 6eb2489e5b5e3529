import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { waiting } from "~/models/whole/dashboard/statistics.server";

type Open = Awaited<ReturnType<typeof waiting>>;

export function DeadLinks({ links: { count, more, checkedAt, isOff, isLate, isUnderWay } }: Pick<Open, "links">) {
  if (count > 0) {
    return (
      <>
        <Link to="/admin/links">
          {more && "More than "}
          {count.toLocaleString("en")} dead {count === 1 ? "link" : "links"}
        </Link>{" "}
        in the profiles.
      </>
    );
  }
  if (isOff) {
    return (
      <>
        Reference links are not checked, because <code>LINK_CHECK</code> is off.
      </>
    );
  }
  if (!checkedAt) return "Reference links have not been checked yet.";
  if (isUnderWay || isLate) {
    return (
      <>
        {isUnderWay ? "The check of links that began" : "No dead links were found by the last check, which began"}{" "}
        <Age time={checkedAt} />
        {isLate
          ? isUnderWay
            ? " has not come to its end."
            : ". A newer one should be there: look into the log."
          : " goes on. No dead links so far."}
      </>
    );
  }
  return (
    <>
      No dead links. The last check began <Age time={checkedAt} />.
    </>
  );
}

export function LostSources({ sources: { count, screens } }: Pick<Open, "sources">) {
  return (
    <>
      {count.toLocaleString("en")} {count === 1 ? "source is" : "sources are"} gone, changed or retracted:{" "}
      <Screens of={screens} />.
    </>
  );
}

export function FoundSources({ found: { count, more } }: Pick<Open, "found">) {
  return (
    <>
      Passages were found for sentences of{" "}
      <Link to="/admin/experts?gap=found">
        {more && "more than "}
        {count.toLocaleString("en")} {count === 1 ? "profile" : "profiles"}
      </Link>
      , and wait to be <Link to="/admin/sources">taken or rejected</Link>.
    </>
  );
}

export function UnsupportedTexts({ unsupported }: Pick<Open, "unsupported">) {
  return (
    <>
      Imported or scheduled texts of AI need sources: <Screens of={unsupported} />.
    </>
  );
}

function Screens({ of }: { of: { path: string; name: string }[] }) {
  return of.map(({ path, name }, position) => (
    <span key={path}>
      {position > 0 && ", "}
      <Link to={path} dir="auto">
        {name}
      </Link>
    </span>
  ));
}
