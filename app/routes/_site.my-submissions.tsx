import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { currentUser } from "~/auth/session.server";
import { ShortDate } from "~/components/ui/dates";
import { Pagination } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { siteSettings } from "~/models/site/settings.server";
import { submissionsOf } from "~/models/submissions/submissions.server";

const PAGE_SIZE = 20;

/** What one suggested, and what became of it (decision D33). */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const user = await currentUser(request);
    if (!user) throw redirect("/login?returnTo=/my-submissions");
    const list = await submissionsOf(user, pageQueryOf(new URL(request.url).searchParams, PAGE_SIZE));
    return { ...list, siteName: (await siteSettings()).siteName };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `My Submissions | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function MySubmissions() {
  const { submissions, total, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="page-head">
        <h1>My Submissions</h1>
        <p className="lead">
          {total === 0
            ? "You have not suggested anyone yet."
            : `${total.toLocaleString("en")} ${total === 1 ? "submission" : "submissions"}, the newest first.`}
        </p>
        <Link className="button" to="/submit">
          Submit Expert
        </Link>
      </header>
      <ul className="records">
        {submissions.map(({ id, name, isChange, status, statusLabel, submittedAt, slug, reviewNotes }) => (
          <li key={id}>
            <h2>{slug && (isChange || status === "approved") ? <Link to={`/${slug}`}>{name}</Link> : name}</h2>
            <p>
              <strong className={`status ${status}`}>{statusLabel}</strong> {isChange ? "Change" : "New expert"},
              submitted <ShortDate time={submittedAt} />
            </p>
            {reviewNotes && <blockquote>{reviewNotes}</blockquote>}
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} address={(number) => `/my-submissions?page=${number}`} />
    </>
  );
}
