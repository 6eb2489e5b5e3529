import { Form, Link } from "@remix-run/react";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink, buttonClass } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice, noticeClass } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import type { Trashed } from "~/models/records/trash.server";
import { OlderNewer } from "./older-newer";

interface Row extends Omit<Trashed<never>, "title"> {
  name: string;
  /** What else is said below its name. */
  about: string;
}

interface Props {
  title: string;
  /** What lies here: "Article". */
  kind: string;
  /** The list it came from. */
  list: { path: string; label: string };
  hint: string;
  trashed: Row[];
  page: number;
  more: boolean;
  /** One was just deleted for good. */
  isRemoved: boolean;
  refusal: Refusal | undefined;
}

/** The trash of one kind of thing, a page of it: what was deleted when and by whom, how long it stays, and the way back. */
export function TrashPage({ title, kind, list, hint, trashed, page, more, isRemoved, refusal }: Props) {
  return (
    <>
      <div className="page-line">
        <h1>{title}</h1>
        <ButtonLink quiet to={list.path}>
          {list.label}
        </ButtonLink>
      </div>
      <FormErrors refusal={refusal} title="Delete Failed" />
      <div role="status">
        {isRemoved && !refusal && <Notice>{`The ${kind.toLowerCase()} is gone for good.`}</Notice>}
      </div>
      <p className="hint">What is deleted stays here for 30 days. {hint}</p>
      {trashed.length === 0 ? (
        <p className="empty">The trash is empty.</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{kind}</th>
              <th scope="col">Deleted</th>
              <th scope="col">Gone in</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {trashed.map(({ id, name, about, mergedInto, deletedAt, deletedBy, daysLeft }) => (
              <tr key={id}>
                <td>
                  <strong>{name}</strong>
                  <p className="hint">{about}</p>
                  {mergedInto && (
                    <p className="hint">
                      Merged into <Link to={`${list.path}/${mergedInto.id}`}>{mergedInto.name}</Link>
                    </p>
                  )}
                </td>
                <td data-label="Deleted">
                  <ShortDate time={deletedAt} />
                  {deletedBy && ` by ${deletedBy}`}
                </td>
                <td data-label="Gone in">{daysLeft === 1 ? "1 day" : `${daysLeft} days`}</td>
                <td>
                  <TrashActions id={id} name={name} list={list.path} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OlderNewer path={`${list.path}/trash`} page={page} more={more} />
    </>
  );
}

interface TrashActionsProps {
  id: string;
  /** What it is called. */
  name: string;
  /** The pages of its kind, such as "/admin/experts". */
  list: string;
}

/** What can be done with something in the trash: bring it back, or delete it for good. */
function TrashActions({ id, name, list }: TrashActionsProps) {
  return (
    <div className="acts">
      <Form method="post" action={`${list}/${id}/restore`}>
        <input type="hidden" name="returnTo" value={`${list}/trash`} />
        <Button type="submit" quiet small aria-label={`Restore ${name}`}>
          Restore
        </Button>
      </Form>
      {/* Cannot be undone: asks first, without scripts too. */}
      <details className="sure">
        <summary
          className={buttonClass({ quiet: true, danger: true, small: true })}
          aria-label={`Delete ${name} for good`}
        >
          Delete for good
        </summary>
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <p>This cannot be undone.</p>
          <Button type="submit" quiet danger small aria-label={`Yes, delete ${name} for good`}>
            Yes, delete for good
          </Button>
        </Form>
      </details>
    </div>
  );
}

/** In place of the form of something that is in the trash. */
export function InTrashNotice({ kind, path }: { kind: "expert" | "article"; path: string }) {
  return (
    <Form method="post" action={`${path}/restore`} className={noticeClass()}>
      <p>This {kind} is in the trash and cannot be edited there.</p>
      <Button type="submit">Restore</Button>
    </Form>
  );
}
