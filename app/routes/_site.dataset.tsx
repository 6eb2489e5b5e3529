import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ShortDate } from "~/components/ui/dates";
import { PageHeader } from "~/components/ui/page-header";
import { page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { pageMeta, siteOf } from "~/http/page-meta";
import { pageStyles } from "~/http/page-styles";
import { countNoun } from "~/models/base/text/numbers";
import { datasetFacts } from "~/models/readers/dataset/dataset.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return page(() => datasetFacts(siteOrigin(request)));
}

export const links = pageStyles;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const description = "All public profiles of the directory as one file, as CSV or JSON-LD.";
  return pageMeta({
    title: "Dataset",
    description,
    path: "/dataset",
    ...siteOf(matches),
    data: data ? [{ ...data.data, dateModified: data.updatedAt || undefined }] : [],
  });
};

export default function Dataset() {
  const { total, updatedAt, licence } = useLoaderData<typeof loader>();
  return (
    <article className="own-page">
      <PageHeader
        title="Dataset"
        lead={`The ${countNoun(total, "public profile", "public profiles")} of this site, as one file.`}
      />
      <div className="prose">
        <ul>
          <li>
            <a href="/api/dataset/csv">CSV</a>, for spreadsheets
          </li>
          <li>
            <a href="/api/dataset/jsonld">JSON-LD</a>, by schema.org
          </li>
        </ul>
        <p>
          The files are created when you download them, and their names have the date.{" "}
          {updatedAt && (
            <>
              The latest change was on <ShortDate time={updatedAt} />.
            </>
          )}
        </p>
        <p>
          Licence: {licence ? <LicenceName {...licence} /> : "none yet. Please ask us before you publish the data."}
        </p>
        <p>
          Profiles change, and people can ask to be removed, so please download a new copy from time to time. The{" "}
          <a href="/api/docs">JSON interface</a> has single profiles and changes.
        </p>
      </div>
    </article>
  );
}

function LicenceName({ name, url }: { name: string; url: string }) {
  return url ? (
    <a href={url} rel="license">
      {name}
    </a>
  ) : (
    name
  );
}
