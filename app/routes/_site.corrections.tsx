import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { EmptyState, PageHeader } from "~/components/ui/page-header";
import { Pagination } from "~/components/ui/pagination";
import { listPage, redirectToShownPage } from "~/http/form.server";
import { pageMeta, siteOf } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { nearestPage } from "~/models/base/input/paging.server";
import { CORRECTIONS_PAGE_SIZE, type Correction, correctionsPage } from "~/models/editing/requests/corrections.server";
import { canonicalAddress } from "~/models/records/listings/list-address";
import { HOUR_MS } from "~/stored-times";

export const links = formPageStyles;

/** Shows the corrections of the directory, and the median time of an answer. */
export async function loader({ request }: LoaderFunctionArgs) {
  return listPage(request, canonicalAddress, async (params) => {
    const list = await correctionsPage(nearestPage(params, CORRECTIONS_PAGE_SIZE), { nearest: true });
    redirectToShownPage(request, list.currentPage);
    return list;
  });
}

const PATH = "/corrections";
const addressOf = (number: number) => (number > 1 ? `${PATH}?page=${number}` : PATH);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const currentPage = data?.currentPage ?? 1;
  const description = "What was corrected in the directory, and how long answers take.";
  const title = currentPage > 1 ? `Corrections, page ${currentPage}` : "Corrections";
  return pageMeta({ title, description, ...siteOf(matches), path: addressOf(currentPage) });
};

export default function Corrections() {
  const { corrections, total, totalPages, currentPage, medianAnswerMs } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title="Corrections"
        lead={
          <>
            Anyone can report an error on a profile, and listed people can ask to be removed, with the link on each
            profile. {medianAnswerMs !== null && `Half of the answers came within ${durationText(medianAnswerMs)}.`}
          </>
        }
      />
      {total === 0 ? (
        <EmptyState>
          <p>Nothing has been corrected yet.</p>
        </EmptyState>
      ) : (
        <ul>
          {corrections.map((correction, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a page stay in their places
            <li key={index} className="border-b border-line py-2">
              <span className="text-sm text-muted">
                <ShortDate time={correction.at} />
              </span>{" "}
              <Entry correction={correction} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={currentPage} totalPages={totalPages} address={addressOf} />
    </div>
  );
}

function Entry({ correction: { outcome, field, profile } }: { correction: Correction }) {
  if (outcome === "removed") return "A profile was removed because the person asked for it.";
  const subject = field || "Something else";
  const result = outcome === "applied" ? "corrected" : "reported, checked and not changed";
  if (!profile) return `${subject}: ${result}, on a profile that no longer exists.`;
  return (
    <>
      {subject}: {result}, on the profile of{" "}
      <Link dir="auto" to={`/${profile.slug}`} className="underline">
        {profile.name}
      </Link>
      .
    </>
  );
}

function durationText(ms: number): string {
  const hours = Math.max(1, Math.ceil(ms / HOUR_MS));
  if (hours < 48) return hours === 1 ? "an hour" : `${hours} hours`;
  return `${Math.ceil(hours / 24)} days`;
}
