import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { TopicForm } from "~/components/admin/topic-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { Panel } from "~/components/ui/panel";
import { form, page } from "~/http/form.server";
import { formatNumber } from "~/models/text/numbers";
import { createTopic } from "~/models/topics/edit.server";
import { adminTopic, topicsWithCounts } from "~/models/topics/topics.server";

const PATH = "/admin/topics";
const NEW = { name: "", otherNames: [], broader: "", description: "", openalex: [] };

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

export default function Topics() {
  const { topics } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Topics</h1>
      <Hint>
        What people are found by. Each person has up to 12, chosen in the profile’s form; other names find them, too.
      </Hint>
      <FormErrors refusal={refusalIn(answer)} title="Not Added" />
      {topics.length === 0 ? (
        <Empty>There are no topics yet.</Empty>
      ) : (
        <DataTable head={["Topic", "Other names", "Experts", "Page"]}>
          {topics.map(({ id, slug, name, otherNames, experts }) => (
            <tr key={id}>
              <td>
                <Link to={`${PATH}/${id}`} dir="auto">
                  {name}
                </Link>
              </td>
              <td data-label="Other names" dir="auto">
                {otherNames.join(", ")}
              </td>
              <td data-label="Experts">{formatNumber(experts)}</td>
              <td className="whitespace-nowrap">
                <Link to={`/topics/${slug}`} aria-label={`People with the topic ${name}`}>
                  People
                </Link>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <Panel className="my-4">
        <h2>Add a topic</h2>
        <TopicForm action={`${PATH}?index`} topic={NEW} topics={topics} answer={answer} button="Add the topic" />
      </Panel>
    </>
  );
}
