import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { Crumbs, LinkSummary, PageLine } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { TopicForm } from "~/components/admin/topic-form";
import { FieldFrame } from "~/components/forms/field";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Panel } from "~/components/ui/panel";
import { form, intentOf, page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { deleteTopic, mergeTopics, saveTopic, topicConflict, topicVersions } from "~/models/editing/topics/edit.server";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import { adminTopic, topicForEditor, topicsWithCounts } from "~/models/records/topics/topics.server";

const PATH = "/admin/topics";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const topic = adminTopic(await topicForEditor(editor, params.id ?? ""));
    const otherTopics = (await topicsWithCounts()).filter(({ id }) => id !== topic.id);
    return { topic, versions: topicVersions(topic), others: otherTopics.map(({ slug, name }) => ({ slug, name })) };
  });
}

type Fields = Record<string, string | string[] | undefined>;

const INTENTS = { save, merge: mergeTopics, delete: deleteTopic };

/** Saves the topic. After a conflict, answers what somebody else changed meanwhile. */
async function save(editor: Editor, id: string, fields: Fields) {
  try {
    await saveTopic(editor, id, fields);
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    return data(await topicConflict(error), 409);
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const answer = await intentOf(INTENTS, fields.intent ?? "save")(editor, params.id ?? "", fields);
    return answer ?? redirect(PATH, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.topic.name ?? "Topic"} | Admin` }];

export default function Topic() {
  const { topic, versions, others } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  // If another button of the page was refused, the form keeps the stored values.
  const formAnswer = answer?.values.intent === undefined ? answer : undefined;
  const path = `${PATH}/${topic.id}`;
  return (
    <>
      <Crumbs>
        <Link to={PATH}>Topics</Link>
      </Crumbs>
      <PageLine>
        <h1 dir="auto">{topic.name}</h1>
        <ButtonLink quiet to={`${path}/sources`}>
          Sources
        </ButtonLink>
      </PageLine>
      <FormErrors refusal={refusalIn(answer)} title="Not Saved" />
      {answer?.conflict && (
        <ConflictPanel
          conflict={answer.conflict}
          discard={
            <Link to={path} reloadDocument>
              discard your changes
            </Link>
          }
        />
      )}
      <TopicForm
        key={typedText(formAnswer, "updatedAt") || topic.updatedAt}
        action={path}
        topic={{ ...topic, broader: topic.broader ?? "" }}
        versions={versions}
        topics={others}
        answer={formAnswer}
        button="Save"
      />
      <Panel className="my-4">
        <h2>Merge into another topic</h2>
        <Hint>People with this topic get the other one. The names and the address of this topic then lead there.</Hint>
        <Form method="post" action={path}>
          <FieldFrame label="Topic that stays" name="into" required error={answer?.fieldErrors?.into}>
            <select id="into" name="into" className="w-full" required defaultValue="">
              <option value="">Choose a topic</option>
              {others.map(({ slug, name }) => (
                <option key={slug} value={slug} dir="auto">
                  {name}
                </option>
              ))}
            </select>
          </FieldFrame>
          <Button type="submit" quiet name="intent" value="merge">
            Merge
          </Button>
        </Form>
      </Panel>
      <details>
        <LinkSummary>Delete this topic</LinkSummary>
        <Form method="post" action={path}>
          <p className="mb-2.5">People keep their other topics. Narrower topics move up. This cannot be undone.</p>
          <Button type="submit" quiet danger name="intent" value="delete">
            Delete the topic
          </Button>
        </Form>
      </details>
    </>
  );
}
