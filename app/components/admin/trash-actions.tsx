import { Form } from "@remix-run/react";

interface Props {
  id: string;
  /** What it is called. */
  name: string;
  /** The pages of its kind, such as "/admin/experts". */
  desk: string;
}

/** What can be done with something in the trash: bring it back, or delete it for good. */
export function TrashActions({ id, name, desk }: Props) {
  return (
    <div className="acts">
      <Form method="post" action={`${desk}/${id}/restore`}>
        <input type="hidden" name="returnTo" value={`${desk}/trash`} />
        <button type="submit" className="button quiet small" aria-label={`Restore ${name}`}>
          Restore
        </button>
      </Form>
      {/* Cannot be undone: asks first, without scripts too. */}
      <details className="sure">
        <summary className="button quiet small danger" aria-label={`Delete ${name} for good`}>
          Delete for good
        </summary>
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <p>This cannot be undone.</p>
          <button type="submit" className="button danger small" aria-label={`Yes, delete ${name} for good`}>
            Yes, delete for good
          </button>
        </Form>
      </details>
    </div>
  );
}
