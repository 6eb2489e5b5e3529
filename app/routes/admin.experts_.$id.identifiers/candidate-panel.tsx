import { Form } from "@remix-run/react";
import { CheckLabel } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { BulletList } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { ExternalLink } from "~/components/ui/link";
import { Panel } from "~/components/ui/panel";
import type { Candidate } from "~/models/editing/identity/candidates.server";
import {
  identifierUrl,
  PERSONAL_IDENTIFIERS,
  type PersonalIdentifier,
  REGISTRIES,
} from "~/models/records/experts/identifiers";
import { institutionFields } from "~/models/records/experts/institution";

/** Links to the page of an identifier in its register. */
export function IdentifierLink({ kind, id }: { kind: PersonalIdentifier; id: string | null }) {
  return id ? <ExternalLink url={identifierUrl(kind, id)}>{`${REGISTRIES[kind].label} ${id}`}</ExternalLink> : null;
}

interface Props {
  candidate: Candidate;
  name: string;
  hasInstitution: boolean;
  updatedAt: string;
}

/** Shows the evidence for a candidate, and the form that accepts the identifiers. */
export function CandidatePanel({ candidate, name, hasInstitution, updatedAt }: Props) {
  const { description, employers, fields, works, reasons } = candidate;
  const employer = employers.find(({ ror }) => ror);
  return (
    <Panel className="mb-4">
      <h3>{candidate.name || "Without a name"}</h3>
      {description && <p>{description}</p>}
      {PERSONAL_IDENTIFIERS.map(
        (kind) =>
          candidate[kind] && (
            <p key={kind}>
              <IdentifierLink kind={kind} id={candidate[kind]} />
            </p>
          ),
      )}
      {employers.length > 0 && (
        <p>
          Employers:{" "}
          {employers
            .slice(0, 5)
            .map((employment) => employment.name)
            .join("; ")}
        </p>
      )}
      {fields.length > 0 && <p>Fields: {fields.join("; ")}</p>}
      {works.length > 0 && (
        <p>Works: {works.map(({ title, year }) => (year ? `${title} (${year})` : title)).join("; ")}</p>
      )}
      {reasons.length > 0 ? (
        <BulletList>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </BulletList>
      ) : (
        <p>
          <strong>Name only.</strong> There is no other evidence for this person.
        </p>
      )}
      <Form method="post">
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="updatedAt" value={updatedAt} />
        {PERSONAL_IDENTIFIERS.map(
          (kind) => candidate[kind] && <input key={kind} type="hidden" name={kind} value={candidate[kind]} />,
        )}
        {reasons.length === 0 && (
          <CheckLabel>
            <input type="checkbox" name="compared" /> I compared it by hand
          </CheckLabel>
        )}
        {employer && (
          <CheckLabel>
            {Object.entries(institutionFields(employer)).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <input type="checkbox" name="institutionToo" defaultChecked={!hasInstitution && reasons.length > 0} />{" "}
            {`This person works at ${employer.name}`}
          </CheckLabel>
        )}
        <Actions>
          <Button type="submit">This is the person</Button>
        </Actions>
      </Form>
    </Panel>
  );
}
