import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { Actions, Crumbs } from "~/components/admin/page-parts";
import { ProjectFields } from "~/components/admin/project-fields";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { form, intentOf, page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { countNoun } from "~/models/base/text/numbers";
import { libraryAddress, PROJECTS } from "~/models/editing/library/address";
import { PROJECT_LABELS } from "~/models/editing/library/labels";
import { changeProject, findProject, projectVersions, removeProject } from "~/models/editing/library/projects.server";
import { conflictAnswer, EditConflict } from "~/models/records/shared/edit-conflict.server";

/** Shows a project, to edit or remove it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const project = await findProject(await requireEditor(request, context), params.id ?? "");
    return { ...project, versions: projectVersions(project) };
  });
}

const INTENTS = { change, remove: removeProject };

/** Changes the project. After a conflict, answers what somebody else changed meanwhile. */
async function change(editor: Editor, id: string, fields: unknown) {
  try {
    await changeProject(editor, id, fields);
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    return data(conflictAnswer(error, PROJECT_LABELS), 409);
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const answer = await intentOf(INTENTS, fields.intent ?? "change")(editor, params.id ?? "", fields);
    return answer ?? redirect(PROJECTS, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Project"} | Admin` }];

export default function Project() {
  const project = useLoaderData<typeof loader>();
  const { id, name, description, contents, versions } = project;
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  const isRemoving = answer?.values.intent === "remove";
  const path = `${PROJECTS}/${id}`;
  return (
    <>
      <Crumbs>
        <Link to={PROJECTS}>Projects</Link>
      </Crumbs>
      <h1 dir="auto">{name}</h1>
      <FormErrors refusal={refusalIn(answer)} title={isRemoving ? "Delete Failed" : "Update Failed"} />
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
      <Form key={typedText(answer, "version") || project.version} method="post" action={path} className="max-w-192">
        <ProjectFields
          answer={isRemoving ? undefined : answer}
          name={name}
          description={description}
          versions={versions}
        />
        <SubmitButton pending="Saving…">Save</SubmitButton>
      </Form>
      <section aria-labelledby="remove" className="mt-8 max-w-192">
        <h2 id="remove">Remove this project</h2>
        {contents === 0 ? (
          <Hint>This project is empty.</Hint>
        ) : (
          <Hint>
            <Link to={libraryAddress({ tab: "content", project: id })}>{countNoun(contents, "text", "texts")}</Link>{" "}
            {contents === 1 ? "stays" : "stay"} in the library, without a project.
          </Hint>
        )}
        <Form method="post" action={path}>
          <Actions className="mt-2">
            <Button type="submit" quiet danger name="intent" value="remove">
              Remove
            </Button>
          </Actions>
        </Form>
      </section>
    </>
  );
}
