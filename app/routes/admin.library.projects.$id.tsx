import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { Actions, Crumbs } from "~/components/admin/page-parts";
import { ProjectFields } from "~/components/admin/project-fields";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { form, intentOf, page } from "~/http/form.server";
import { countNoun } from "~/models/base/text/numbers";
import { libraryAddress, PROJECTS } from "~/models/editing/library/address";
import { changeProject, findProject, removeProject } from "~/models/editing/library/projects.server";

/** Shows a project, to edit or remove it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => await findProject(await requireEditor(request, context), params.id ?? ""));
}

const INTENTS = { change: changeProject, remove: removeProject };

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    await intentOf(INTENTS, fields.intent ?? "change")(editor, params.id ?? "", fields);
    return redirect(PROJECTS, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Project"} | Admin` }];

export default function Project() {
  const project = useLoaderData<typeof loader>();
  const { id, name, description, contents } = project;
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const isRemoving = answer?.values.intent === "remove";
  const path = `${PROJECTS}/${id}`;
  return (
    <>
      <Crumbs>
        <Link to={PROJECTS}>Projects</Link>
      </Crumbs>
      <h1 dir="auto">{name}</h1>
      <FormErrors refusal={refusalIn(answer)} title={isRemoving ? "Delete Failed" : "Update Failed"} />
      <Form method="post" action={path} className="max-w-192">
        <ProjectFields answer={isRemoving ? undefined : answer} name={name} description={description} />
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
