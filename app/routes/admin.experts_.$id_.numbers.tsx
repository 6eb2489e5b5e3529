import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { Empty } from "~/components/admin/page-parts";
import { DayChart, ReferringHosts } from "~/components/visits/day-chart";
import { page } from "~/http/form.server";
import { visitsOfProfile } from "~/models/readers/visits/statistics.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";

/** Shows the views of one profile by day, and the sites that led to it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { id, name, deletedAt } = await expertForAdmin(editor, params.id ?? "");
    if (deletedAt) throw redirect(`/admin/experts/${id}`);
    return { name, visits: await visitsOfProfile(id) };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Numbers of ${data.name}` : "Numbers"} | Admin` },
];

export default function Numbers() {
  const { name, visits } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>
        Numbers of <bdi>{name}</bdi>
      </h1>
      {visits ? (
        <>
          <DayChart title="Views of the profile in the last 30 days" days={visits.days} />
          <ReferringHosts hosts={visits.hosts} />
        </>
      ) : (
        <Empty>This site does not count visits.</Empty>
      )}
    </>
  );
}
