import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { Empty, ROW_DETAILS_CLASS, ROW_NAME_CLASS, TWO_LINE_ROW_CLASS } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { TopicForm } from "~/components/admin/topic-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { Panel } from "~/components/ui/panel";
import { form, page } from "~/http/form.server";
import { formatNumber } from "~/models/base/text/numbers";
import { createTopic } from "~/models/editing/topics/edit.server";
import { adminTopic, topicsWithCounts } from "~/models/records/topics/topics.server";

const PATH = "/admin/topics";
const NEW_TOPIC = { name: "", otherNames: [], broader: "", description: "", openalex: [] };

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return { topics: (await topicsWithCounts()).map(adminTopic) };
  });
}

/** Adds a topic. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await createTopic(await requireEditor(request, context), fields);
    return redirect(PATH, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Topics | Admin" }];

type ListedTopic = ReturnType<typeof useLoaderData<typeof loader>>["topics"][number];

/** Renders a row of one line, or two on a phone. */
function Row({ topic: { id, slug, name, otherNames, experts } }: { topic: ListedTopic }) {
  const otherNamesText = otherNames.join(", ");
  return (
    <tr className="max-md:grid! max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center">
      <td className="md:w-1/3 md:max-w-0">
        <div className={TWO_LINE_ROW_CLASS}>
          <Link to={`${PATH}/${id}`} dir="auto" className={ROW_NAME_CLASS} title={name}>
            {name}
          </Link>
          <br className="md:hidden" />
          <span className={ROW_DETAILS_CLASS}>
            {formatNumber(experts)} {experts === 1 ? "expert" : "experts"}
            {otherNamesText && (
              <>
                {" · "}
                <bdi>{otherNamesText}</bdi>
              </>
            )}
          </span>
        </div>
      </td>
      <td
        className="truncate text-sm text-muted max-md:hidden! md:max-w-0"
        dir="auto"
        title={otherNamesText || undefined}
      >
        {otherNamesText}
      </td>
      <td className="w-20 max-md:hidden! md:text-right">{formatNumber(experts)}</td>
      <td className="w-16">
        <Link
          to={`/topics/${slug}`}
          aria-label={`View the topic ${name}`}
          className="inline-flex min-h-7 items-center underline max-md:min-h-11"
        >
          View
        </Link>
      </td>
    </tr>
  );
}

export default function Topics() {
  const { topics } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Topics</h1>
      <Hint>
        Readers find people by topics and by the other names of topics. Each person can have up to 12. Choose them in
        the form of the profile.
      </Hint>
      <FormErrors refusal={refusalIn(answer)} title="Not Added" />
      {topics.length === 0 ? (
        <Empty>There are no topics yet.</Empty>
      ) : (
        <DataTable
          className="[&_:is(td,th)]:py-1!"
          head={[
            "Topic",
            "Other names",
            <span key="Experts" className="block text-right">
              Experts
            </span>,
            hiddenTitle("Actions"),
          ]}
        >
          {topics.map((topic) => (
            <Row key={topic.id} topic={topic} />
          ))}
        </DataTable>
      )}
      <Panel className="my-4">
        <h2>Add a topic</h2>
        <TopicForm
          // An added topic leaves an empty form.
          key={topics.length}
          action={`${PATH}?index`}
          topic={NEW_TOPIC}
          topics={topics}
          answer={answer}
          button="Add the topic"
        />
      </Panel>
    </>
  );
}
