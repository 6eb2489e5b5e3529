import { Form } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import { DiffPieces } from "./diff";
import { OlderNewer } from "./older-newer";

interface Revision {
  number: number;
  /** What was done, in words: "Edited". */
  what: string;
  at: string;
  userName: string;
  changes: { label: string; pieces: ComponentProps<typeof DiffPieces>["pieces"] }[];
  /** Whether it is what is there now. */
  isPresent: boolean;
  /** Said after who did it. */
  note?: string;
  /** Shown below the changes. */
  attached?: ReactNode;
}

interface Props {
  name: string;
  /** Its page at the desk. */
  path: string;
  /** The state that is seen: restoring refuses to overwrite a later one. */
  updatedAt: string;
  isInTrash: boolean;
  revisions: Revision[];
  page: number;
  more: boolean;
  /** Said when an earlier version was just brought back. */
  restored: string | null;
  refusal: Refusal | undefined;
}

/** Who changed what of something when, a page of it, with the way back to each version. */
export function HistoryPage({ name, path, updatedAt, isInTrash, revisions, page, more, restored, refusal }: Props) {
  return (
    <>
      <div className="page-line">
        <h1>History of {name}</h1>
        <ButtonLink quiet to={path}>
          Edit
        </ButtonLink>
      </div>
      <FormErrors refusal={refusal} title="Update Failed" />
      <div role="status">{restored && !refusal && <Notice>{restored}</Notice>}</div>
      <ol className="history">
        {revisions.map((revision) => (
          <li key={revision.number}>
            <div className="page-line">
              <h2>
                {revision.what} <ShortTime time={revision.at} />
                {revision.userName && ` by ${revision.userName}`}
                {revision.note}
              </h2>
              {revision.isPresent && <span className="badge good">as it is now</span>}
              {!isInTrash && !revision.isPresent && <Restore {...revision} updatedAt={updatedAt} />}
            </div>
            <Changes changes={revision.changes} />
            {revision.attached}
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
