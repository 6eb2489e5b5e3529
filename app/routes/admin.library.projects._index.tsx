import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { LibraryTabs } from "~/components/admin/library-tabs";
import { Empty } from "~/components/admin/page-parts";
import { ProjectFields } from "~/components/admin/project-fields";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ShortDate } from "~/components/ui/dates";
import { Panel } from "~/components/ui/panel";
import { form, page } from "~/http/form.server";
import { libraryAddress, PROJECTS } from "~/models/editing/library/address";
import { libraryPageQueryOf } from "~/models/editing/library/lists.server";
import { type CountedProject, createProject, projectsWithCounts } from "~/models/editing/library/projects.server";
import { countContent } from "~/models/editing/promotions/content-counts.server";

/** Lists the projects of the library. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const counts = await countContent(editor, libraryPageQueryOf(new URLSearchParams()));
    return { projects: await projectsWithCounts(editor), counts };
  });
}

/** Creates a project. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await createProject(await requireEditor(request, context), fields);
    return redirect(PROJECTS, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Projects of the Content Library | Admin" }];

export default function Projects() {
  const { projects, counts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Content Library</h1>
      <LibraryTabs current="projects" counts={counts} />
      <FormErrors refusal={refusalIn(answer)} title="Creation Failed" />
      <Hint className="mb-3">
        A project holds texts that belong together. Choose one when you save a text in{" "}
        <Link to="/admin/promote">Generate Articles with Images</Link>, or select texts in the library and move them.
      </Hint>
      {projects.length === 0 ? (
        <Empty>There are no projects yet.</Empty>
      ) : (
        <DataTable head={["Project", "Purpose", "Texts", "Created", hiddenTitle("Actions")]}>
          {projects.map((project) => (
            <Row key={project.id} project={project} />
          ))}
        </DataTable>
      )}
      <Panel className="my-4 max-w-192">
        <h2>Create a project</h2>
        {/* The key empties the form after a project was created. */}
        <Form key={projects[0]?.id} method="post" action={`${PROJECTS}?index`}>
          <ProjectFields answer={answer} />
          <SubmitButton pending="Creating…">Create the project</SubmitButton>
        </Form>
      </Panel>
    </>
  );
}

function Row({ project: { id, name, description, contents, createdAt } }: { project: CountedProject }) {
  return (
    <tr>
      <td className="wrap-anywhere">
        <Link to={libraryAddress({ tab: "content", project: id })} dir="auto">
          {name}
        </Link>
      </td>
      <td data-label="Purpose" dir="auto" className="wrap-anywhere">
        {description}
      </td>
      <td data-label="Texts">{contents.toLocaleString("en")}</td>
      <td data-label="Created">
        <ShortDate time={createdAt} />
      </td>
      <td>
        <Link
          to={`${PROJECTS}/${id}`}
          aria-label={`Rename or remove ${name}`}
          className="inline-flex min-h-7 items-center underline max-md:min-h-11"
        >
          Rename or remove
        </Link>
      </td>
    </tr>
  );
}
