import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { currentUser } from "~/auth/session.server";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { Pagination } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { nearestPage } from "~/models/base/input/paging.server";
import { countNoun } from "~/models/base/text/numbers";
import { submissionsOf } from "~/models/editing/submissions/own.server";
import { type OwnProfile, ownProfiles } from "~/models/whole/my-profile/own.server";

export const links = formPageStyles;

const PAGE_SIZE = 20;

/** Lists the reader's submissions with their status. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const user = await currentUser(request);
    if (!user) throw redirect("/login?returnTo=/my-submissions");
    const { searchParams } = new URL(request.url);
    const list = await submissionsOf(user, nearestPage(searchParams, PAGE_SIZE));
    return { ...list, profiles: await ownProfiles(user), withdrawn: searchParams.has("withdrawn") };
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("My Submissions", matches);

export default function MySubmissions() {
  const { submissions, total, page, pages, profiles, withdrawn } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title="My Submissions"
        lead={
          total === 0
            ? "You have not suggested anyone yet."
            : `${countNoun(total, "submission", "submissions")}, newest first.`
        }
      >
        <ButtonLink to="/submit">Submit Expert</ButtonLink>
      </PageHeader>
      {withdrawn && <Notice role="status">The submission was withdrawn.</Notice>}
      <OwnProfiles profiles={profiles} />
      <ul className="records mt-6">
        {submissions.map(
          ({ id, name, isChange, status, statusLabel, submittedAt, reviewedAt, slug, reviewNotes, part }) => (
            <li key={id} className="border-t border-line py-4">
              <h2 className="text-lg">
                <Link dir="auto" to={`/my-submissions/${id}`}>
                  {name}
                </Link>
              </h2>
              <p>
                <strong className={`[&::after]:[content:"_·"] ${status === "approved" ? "text-ok" : ""}`}>
                  {statusLabel}
                </strong>{" "}
                {isChange ? "Change" : "New expert"}, submitted <ShortDate time={submittedAt} />
                {reviewedAt && (
                  <>
                    , reviewed <ShortDate time={reviewedAt} />
                  </>
                )}
                {slug && (isChange || status === "approved") && (
                  <>
                    {" "}
                    · <Link to={`/${slug}`}>See the profile</Link>
                  </>
                )}
              </p>
              {part && (
                <p>
                  Approved: {part.taken}. Not approved: {part.leftOut}.
                </p>
              )}
              {reviewNotes && (
                <blockquote className="mt-1.5 border-l-3 border-line pl-4 whitespace-pre-line" dir="auto">
                  {reviewNotes}
                </blockquote>
              )}
            </li>
          ),
        )}
      </ul>
      <Pagination page={page} totalPages={pages} address={(number) => `/my-submissions?page=${number}`} />
    </div>
  );
}

function OwnProfiles({ profiles }: { profiles: OwnProfile[] }) {
  if (profiles.length === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="own">
      <h2 id="own" className="text-lg">
        Your profile
      </h2>
      <ul>
        {profiles.map(({ slug, name }) => (
          <li key={slug}>
            <Link dir="auto" to={`/my-profile/${slug}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
