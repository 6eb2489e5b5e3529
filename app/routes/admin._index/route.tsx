import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin, requireEditor } from "~/auth/session.server";
import { placesOf, useAdminPages } from "~/components/admin/admin-pages";
import { AiUsage } from "~/components/admin/ai-usage";
import { MissedSearches } from "~/components/admin/missed-searches";
import { Figure, Figures } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useIsAdmin } from "~/components/layout/use-site";
import { Link } from "~/components/ui/link";
import { form, page } from "~/http/form.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { confirmClock } from "~/models/base/jobs/clock.server";
import { monthOfCalls } from "~/models/base/providers/calls.server";
import { missedSearches } from "~/models/readers/missed-searches/missed-searches.server";
import { visitsOfLastWeek } from "~/models/readers/visits/statistics.server";
import { setupSteps } from "~/models/whole/dashboard/setup-steps.server";
import { dashboardMatters, latestActions, statistics } from "~/models/whole/dashboard/statistics.server";
import { worstGaps } from "~/models/whole/dashboard/worst-gaps.server";
import { retryFailedMail } from "~/models/whole/mail/admin.server";
import { ExportLink, TILE_CLASS } from "./export-link";
import { RecentActions, WorstGaps } from "./gaps-and-actions";
import { SetupSteps } from "./setup-steps";
import { Waiting } from "./waiting";
import { WeekOfVisits } from "./week-of-visits";

const MAX_MISSED_SEARCHES = 5;

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const [figures, open, gaps, entries, month, missed, week, setup] = await Promise.all([
      statistics(editor),
      dashboardMatters(editor),
      worstGaps(editor),
      latestActions(editor),
      monthOfCalls(),
      missedSearches(editor, MAX_MISSED_SEARCHES),
      visitsOfLastWeek(editor),
      editor.role === "admin" ? setupSteps(asAdmin(editor)) : { open: [], total: 0 },
    ]);
    return {
      figures,
      open,
      gaps,
      entries,
      month,
      missed,
      week,
      setup,
      hasRecentSignIn: await hasRecentSignIn(request, editor),
    };
  });
}

/** Retries a failed mail, or confirms the server's clock. Only admins may do this. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    if (fields.intent === "clock") await confirmClock(admin);
    else await retryFailedMail(admin, fields);
    return redirect("/admin#waiting", 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Dashboard | Admin" }];

export default function Dashboard() {
  const {
    figures,
    open: work,
    gaps,
    entries,
    month,
    missed: searches,
    week,
    setup,
    hasRecentSignIn,
  } = useLoaderData<typeof loader>();
  const isAdmin = useIsAdmin();
  const pages = useAdminPages();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Dashboard</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <section aria-labelledby="waiting">
        <h2 id="waiting">To do</h2>
        <Waiting work={work} />
      </section>
      <WorstGaps gaps={gaps} />
      <SetupSteps setup={setup} isForOperators={false} />
      <RecentActions entries={entries} />
      <section aria-labelledby="statistics">
        <h2 id="statistics">Platform statistics</h2>
        {/* A number that the specification names twice stands once: its short name is a part of the long one. */}
        <Figures>
          <Count before="Total " name="Experts" count={figures.experts} to="/admin/experts" />
          <Count name="Pending" after=" Reviews" count={figures.pending} to="/admin/submissions" />
          <Count before="Total " name="Submissions" count={figures.submissions} />
          <Count name="Categories" count={figures.categories} />
          <Count name="Featured Experts" count={figures.featured} to="/admin/featured" />
        </Figures>
        <AiUsage month={month} />
      </section>
      {searches.length > 0 && (
        <section aria-labelledby="missing">
          <h2 id="missing">Who is missing</h2>
          <p>
            Readers searched for these and found nobody. <Link to="/admin/missing">All searches</Link>
          </p>
          <MissedSearches searches={searches} from="dashboard" />
        </section>
      )}
      {week?.some(({ visits }) => visits > 0) && <WeekOfVisits week={week} />}
      <section aria-labelledby="pages">
        <h2 id="pages">Pages</h2>
        <ul className="grid fill-cols-56 gap-3">
          {placesOf(pages)
            .flat()
            .filter(({ pages: [first] }) => first?.to !== "/admin")
            .map(({ label, pages: [first, ...others] }) => (
              <li key={label} className={`${TILE_CLASS} relative`}>
                <Link to={first?.to ?? "/admin"} className="text-ink after:absolute after:inset-0">
                  <strong className="block">{label}</strong>
                </Link>
                {first?.label === label && (
                  <small className="block text-sm leading-snug text-muted">{first.purpose}</small>
                )}
                {others.length > 0 && (
                  <ul className="relative z-1 mt-1.5 flex flex-wrap gap-x-3 text-sm">
                    {(first && first.label !== label ? [first, ...others] : others).map(({ to, label, purpose }) => (
                      <li key={to}>
                        <Link to={to} title={purpose} className="inline-block py-0.5 underline">
                          {label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          {isAdmin && (
            <li>
              <ExportLink hasRecentSignIn={hasRecentSignIn} />
            </li>
          )}
        </ul>
      </section>
      <SetupSteps setup={setup} isForOperators />
    </>
  );
}

interface CountProps {
  name: string;
  /** The rest of the name in the statistics. */
  before?: string;
  after?: string;
  count: number;
  /** The page that lists exactly the counted rows, if there is one. */
  to?: string;
}

function Count({ name, before = "", after = "", count, to }: CountProps) {
  const countText = count.toLocaleString("en");
  const label = (
    <>
      {before}
      <span>{name}</span>
      {after}
    </>
  );
  return (
    <Figure label={label}>
      {to ? (
        <Link
          to={to}
          aria-label={`${countText} ${before}${name}${after}`}
          className="text-ink underline decoration-edge decoration-1 underline-offset-4"
        >
          {countText}
        </Link>
      ) : (
        countText
      )}
    </Figure>
  );
}
