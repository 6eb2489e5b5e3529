import { Form } from "@remix-run/react";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import type { Revision } from "~/models/records/revisions.server";
import { DiffPieces } from "./diff";
import { OlderNewer } from "./older-newer";

const ACTIONS: Record<Revision["action"], string> = {
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
  /** Its page for admins. */
  path: string;
  /** Restoring refuses to overwrite a later version than this one. */
  updatedAt: string;
  deletedAt: string | null;
  revisions: Revision[];
  page: number;
  more: boolean;
  isRestored: boolean;
  refusal: Refusal | undefined;
}

/** Who changed what when, with the way back to each version. */
export function HistoryPage({ name, path, updatedAt, deletedAt, revisions, page, more, isRestored, refusal }: Props) {
  return (
    <>
      <div className="page-line">
        <h1>History of {name}</h1>
        <ButtonLink quiet to={path}>
          Edit
        </ButtonLink>
      </div>
      <FormErrors refusal={refusal} title="Update Failed" />
      <div role="status">{isRestored && !refusal && <Notice>The earlier version is back.</Notice>}</div>
      <ol className="history">
        {revisions.map((revision) => (
          <li key={revision.number}>
            <div className="page-line">
              <h2>
                {ACTIONS[revision.action]} <ShortTime time={revision.at} />
                {revision.userName && ` by ${revision.userName}`}
                {revision.action === "published" && !revision.userName && ", as scheduled"}
              </h2>
              {revision.isPresent && <span className="badge good">as it is now</span>}
              {deletedAt === null && !revision.isPresent && <Restore {...revision} updatedAt={updatedAt} />}
            </div>
            <Changes changes={revision.changes} />
            {revision.merged && (
              <details>
                <summary>Everything about {revision.merged.name}</summary>
                <pre>{revision.merged.text}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      <OlderNewer path={`${path}/history`} page={page} more={more} />
    </>
  );
}

function Restore({ number, at, updatedAt }: { number: number; at: string; updatedAt: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="revision" value={number} />
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <Button type="submit" quiet small aria-label={`Restore the version of ${at}`}>
        Restore
      </Button>
    </Form>
  );
}

function Changes({ changes }: Pick<Revision, "changes">) {
  if (changes.length === 0) return null;
  return (
    <dl className="changes">
      {changes.map(({ label, pieces }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <DiffPieces pieces={pieces} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
