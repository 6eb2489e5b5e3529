import { Form, Link } from "@remix-run/react";
import { FormErrors } from "~/components/forms/form-errors";
import { useIsAdmin } from "~/components/layout/use-site";
import { Button, ButtonLink, buttonClass } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice, noticeClass } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import { countNoun } from "~/models/base/text/numbers";
import type { KindName } from "~/models/records/shared/public-kinds";
import type { Trashed } from "~/models/records/shared/trash.server";
import { DataTable, OlderNewer } from "./data-table";
import { Empty, PageLine, RowActions } from "./page-parts";
import { Hint } from "./text";

interface Row extends Omit<Trashed<never>, "title"> {
  name: string;
  /** The line below the name. */
  about: string;
}

interface Props {
  title: string;
  /** The kind of the records, such as "Article". */
  kind: string;
  /** The list of the records that are not deleted. */
  list: { path: string; label: string };
  hint: string;
  trashed: Row[];
  page: number;
  hasMore: boolean;
  /** True after a record was deleted for good. */
  isRemoved: boolean;
  refusal: Refusal | undefined;
}

/** Shows a page of the trash of one kind of records: who deleted what and when, how long it stays, and how to restore it. */
export function TrashPage({ title, kind, list, hint, trashed, page, hasMore, isRemoved, refusal }: Props) {
  return (
    <>
      <PageLine>
        <h1>{title}</h1>
        <ButtonLink quiet to={list.path}>
          {list.label}
        </ButtonLink>
      </PageLine>
      <FormErrors refusal={refusal} title="Delete Failed" />
      <div role="status">
        {isRemoved && !refusal && <Notice>{`The ${kind.toLowerCase()} is gone for good.`}</Notice>}
      </div>
      <Hint className="mb-4">Deleted items stay here for 30 days. {hint}</Hint>
      {trashed.length === 0 ? (
        <Empty>The trash is empty.</Empty>
      ) : (
        <DataTable head={[kind, "Deleted", "Time left", "Actions"]}>
          {trashed.map(({ id, name, about, mergedInto, deletedAt, deletedBy, daysLeft }) => (
            <tr key={id}>
              <td>
                <strong dir="auto">{name}</strong>
                <Hint dir="auto">{about}</Hint>
                {mergedInto && (
                  <Hint>
                    Merged into{" "}
                    <Link to={`${list.path}/${mergedInto.id}`} dir="auto">
                      {mergedInto.name}
                    </Link>
                  </Hint>
                )}
              </td>
              <td data-label="Deleted">
                <ShortTime time={deletedAt} />
                {deletedBy && (
                  <>
                    {" by "}
                    <bdi>{deletedBy}</bdi>
                  </>
                )}
              </td>
              <td data-label="Time left">{timeLeft(daysLeft)}</td>
              <td>
                <TrashActions id={id} name={name} list={list.path} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <OlderNewer path={`${list.path}/trash`} page={page} hasMore={hasMore} />
    </>
  );
}

function timeLeft(days: number | null): string {
  if (days === null) return "Stays, because it came with the site";
  return countNoun(days, "day", "days");
}

interface TrashActionsProps {
  id: string;
  /** The name of the record. */
  name: string;
  /** The address of the list of its kind, such as "/admin/experts". */
  list: string;
}

/** Shows the two actions for a record in the trash: restore, or delete for good. */
function TrashActions({ id, name, list }: TrashActionsProps) {
  const isAdmin = useIsAdmin();
  return (
    <RowActions>
      <Form method="post" action={`${list}/${id}/restore`}>
        <input type="hidden" name="returnTo" value={`${list}/trash`} />
        <Button type="submit" quiet small aria-label={`Restore ${name}`}>
          Restore
        </Button>
      </Form>
      {/* Deletion for good cannot be undone, so it asks first, even without scripts. */}
      {isAdmin && (
        <details className="open:basis-full [&_form]:mt-2">
          <summary
            className={buttonClass({ quiet: true, danger: true, small: true })}
            aria-label={`Delete for good: ${name}`}
          >
            Delete for good
          </summary>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <p>This cannot be undone.</p>
            <Button type="submit" quiet danger small aria-label={`Yes, delete for good: ${name}`}>
              Yes, delete for good
            </Button>
          </Form>
        </details>
      )}
    </RowActions>
  );
}

/** Says that a record is in the trash. Replaces its form, or stands above what somebody typed. */
export function InTrashNotice({ kind, path }: { kind: KindName; path: string }) {
  return (
    <Form method="post" action={`${path}/restore`} className={`mb-4 ${noticeClass()}`}>
      <p>This {kind} is in the trash and cannot be edited there.</p>
      <Button type="submit">Restore</Button>
    </Form>
  );
}
