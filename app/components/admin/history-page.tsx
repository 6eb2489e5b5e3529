import { Form } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortTime, utcMoment } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import type { Revision } from "~/models/records/shared/revisions.server";
import { OlderNewer } from "./data-table";
import { FieldChanges } from "./diff";
import { LinkSummary, PageLine } from "./page-parts";
import { Badge } from "./text";

const ACTION_LABELS: Record<Revision["action"], string> = {
  created: "Created",
  edited: "Edited",
  approved: "Approved from a submission",
  changed: "Changed by a submission",
  featured: "Featured",
  published: "Published",
  unpublished: "Unpublished",
  scheduled: "Scheduled",
  trashed: "Deleted",
  untrashed: "Taken out of the trash",
  restored: "Restored",
  merged: "Merged",
  imported: "Imported",
  first: "First entered",
};

interface Props {
  name: string;
  /** The address of the record's admin page. */
  path: string;
  /** The version on the page. Restoring is refused if the record changed since. */
  updatedAt: string;
  deletedAt: string | null;
  revisions: Revision[];
  page: number;
  hasMore: boolean;
  isRestored: boolean;
  refusal: Refusal | undefined;
}

/** Lists who changed the record and when, with a button to restore each version. */
export function HistoryPage({
  name,
  path,
  updatedAt,
  deletedAt,
  revisions,
  page,
  hasMore,
  isRestored,
  refusal,
}: Props) {
  return (
    <>
      <PageLine>
        <h1>
          History of <bdi>{name}</bdi>
        </h1>
        <ButtonLink quiet to={path}>
          Edit
        </ButtonLink>
      </PageLine>
      <FormErrors refusal={refusal} title="Update Failed" />
      <div role="status">{isRestored && !refusal && <Notice>The earlier version was restored.</Notice>}</div>
      <ol className="history">
        {revisions.map((revision) => (
          <li key={revision.number} className="border-t border-line py-4 [&_h2]:text-lg">
            <PageLine>
              <h2>
                {ACTION_LABELS[revision.action]} <ShortTime time={revision.at} />
                {revision.userName && ` by ${revision.userName}`}
                {revision.action === "published" && !revision.userName && ", as scheduled"}
              </h2>
              {revision.isPresent && <Badge tone="good">Current version</Badge>}
              {deletedAt === null && !revision.isPresent && (
                <Restore {...revision} updatedAt={updatedAt} refusal={refusal} />
              )}
            </PageLine>
            <FieldChanges changes={revision.changes} />
            {revision.isOnlySources && <p>Only sources of sentences or marks of AI texts changed.</p>}
            {revision.merged && (
              <details>
                <LinkSummary>Everything about {revision.merged.name}</LinkSummary>
                <pre className="text-xs whitespace-pre-wrap">{revision.merged.text}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      <OlderNewer path={`${path}/history`} page={page} hasMore={hasMore} />
    </>
  );
}

type RestoreProps = Pick<Revision, "number" | "at"> & Pick<Props, "updatedAt" | "refusal">;

function Restore({ number, at, updatedAt, refusal }: RestoreProps) {
  const error = refusal?.fieldErrors.acceptedReason;
  return (
    <Form method="post">
      {error && refusal.values.revision === String(number) && (
        <Field name="acceptedReason" label="Reason to restore it without a source" required maxLength={500} />
      )}
      <input type="hidden" name="revision" value={number} />
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <Button type="submit" quiet small aria-label={`Restore the version of ${utcMoment(at)}`}>
        Restore
      </Button>
    </Form>
  );
}
