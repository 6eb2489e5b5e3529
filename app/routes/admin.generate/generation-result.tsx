import type { ReactNode } from "react";
import { FieldValue } from "~/components/admin/field-value";
import { Changes, LinkSummary } from "~/components/admin/page-parts";
import { BulletList } from "~/components/admin/text";
import { RejectedLinks } from "~/components/experts/editor/suggestion-notes";
import type { Generation } from "~/models/editing/ai/generations.server";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import { categoryLabel } from "~/models/records/listings/categories";

/** Shows the fields of a generated profile and the research data. */
export function GenerationResult({ result }: { result: NonNullable<Generation["result"]> }) {
  const { categories, longevityContribution, biography, biographyHtml, referenceLinks, rejectedLinks } = result;
  const { keyFacts, uncertainties } = result.researchData;
  return (
    <Changes className="my-3">
      <Part label="Categories">
        <FieldValue field="categories" value={categories.map(categoryLabel)} />
      </Part>
      <Part label={EXPERT_LABELS.longevityContribution}>
        <FieldValue field="longevityContribution" value={longevityContribution} />
      </Part>
      <Part label="Biography">
        <FieldValue field="biography" value={biography} html={biographyHtml} />
      </Part>
      <Part label="Reference links">
        <FieldValue field="referenceLinks" value={referenceLinks} />
        <RejectedLinks links={rejectedLinks} />
      </Part>
      {keyFacts.length + uncertainties.length > 0 && (
        <Part label="Research data">
          <Sentences title="Key facts" sentences={keyFacts} />
          <Sentences title="To be checked" sentences={uncertainties} />
        </Part>
      )}
    </Changes>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details>
      <LinkSummary>
        {title} ({sentences.length})
      </LinkSummary>
      <BulletList>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </BulletList>
    </details>
  );
}
