import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { Field } from "~/components/forms/field";
import type { LibraryProject } from "~/models/editing/library/projects.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { NEW_PROJECT } from "~/models/editing/promotions/state";

interface Props {
  state: Promotion["state"];
  projects: LibraryProject[];
  error: string | undefined;
}

/** Asks for the library's project that pieces are saved to, or for a new one. */
export function ProjectChoice({ state: { projectId, newProject }, projects, error }: Props) {
  return (
    <FieldGroup title="Save to" className="group/project">
      <PlainField>
        <label htmlFor="projectId">Project</label>
        <select id="projectId" name="projectId" defaultValue={projectId}>
          <option value="">No project</option>
          <option value={NEW_PROJECT}>New project</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </select>
      </PlainField>
      <div className="hidden group-has-[option[value=new]:checked]/project:block">
        <Field
          label="Name of the new project"
          name="projectName"
          required
          autoComplete="off"
          defaultValue={newProject.name}
          error={error}
        />
        <Field
          label="Purpose"
          name="projectDescription"
          autoComplete="off"
          defaultValue={newProject.description}
          hint="The project is created when you save the next piece."
        />
      </div>
    </FieldGroup>
  );
}
