import { Form, Link } from "@remix-run/react";
import { FieldValue } from "~/components/admin/field-value";
import { StreamingText } from "~/components/admin/streaming-text";
import { RejectedLinks } from "~/components/experts/editor/suggestion-notes";
import { Button } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Generation } from "~/models/ai/generations.server";
import { modelName } from "~/models/ai/suggestions";
import { PROVIDER_LABELS } from "~/services/ai-providers";

const STATES: Record<Generation["status"], { label: string; badge: string }> = {
  waiting: { label: "Waiting", badge: "badge" },
  running: { label: "Generating", badge: "badge" },
  completed: { label: "Completed", badge: "badge good" },
  error: { label: "Error", badge: "badge bad" },
  interrupted: { label: "Interrupted", badge: "badge bad" },
  stopped: { label: "Stopped", badge: "badge bad" },
};

/** One generated profile: how it stands, what came of it, what can be done with it (rows AI01 and AI02). */
export function GenerationCard({ generation }: { generation: Generation }) {
  const { id, status, expertName, title, message, partial, result, createdAt } = generation;
  const { label, badge } = STATES[status];
  const isRunning = status === "running";
  return (
    <li id={id} className="generation" aria-label={expertName} aria-busy={isRunning}>
      <div className="page-line">
        <h3>
          {expertName} <span className={badge}>{label}</span>
        </h3>
        <Buttons generation={generation} />
      </div>
      <p className="hint">
        {title}, <ShortTime time={createdAt} />. <Cost generation={generation} />
      </p>
      {isRunning && <p role="status">{message || "Starting."}</p>}
      {isRunning && <StreamingText key={id} address={`/api/admin/generations/${id}/text`} text={partial} />}
      {!isRunning && status !== "completed" && (
        <Notice tone="problem">
          <strong>{status === "error" ? "Research Failed" : label}</strong>
          <p>{message}</p>
        </Notice>
      )}
      {!isRunning && !result && partial && (
        <details>
          <summary>What had arrived</summary>
          <p className="text arriving">{partial}</p>
        </details>
      )}
      {result && <Result result={result} />}
      {result && <Review generation={generation} />}
    </li>
  );
}

function Result({ result }: { result: NonNullable<Generation["result"]> }) {
  const { categories, longevityContribution, biography, biographyHtml, referenceLinks, rejectedLinks } = result;
  const { keyFacts, uncertainties } = result.researchData;
  return (
    <dl className="changes draft">
      <Part label="Categories">
        <FieldValue field="categories" value={categories} />
      </Part>
      <Part label="Longevity contribution">
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
    </dl>
  );
}

function Part({ label, children }: { label: string; children: React.ReactNode }) {
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
      <summary>
        {title} ({sentences.length})
      </summary>
      <ul className="entries">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

/** Which model ran, how long, and what it cost as far as the provider tells. */
function Cost({ generation: { provider, result, cost, status } }: { generation: Generation }) {
  if (cost.calls === 0) return <>{PROVIDER_LABELS[provider]}.</>;
  const { usd, tokens, milliseconds, calls } = cost;
  const parts = [
    result ? `${modelName(result.model)} by ${PROVIDER_LABELS[result.provider]}` : PROVIDER_LABELS[provider],
    status !== "running" && `${(milliseconds / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`,
    tokens !== null && `${tokens.toLocaleString("en")} tokens`,
    usd === null ? "cost not told" : `US$${usd.toFixed(4)}`,
    calls > 1 && `${calls} questions`,
  ];
  return <>{parts.filter(Boolean).join(", ")}.</>;
}

function Buttons({ generation: { id, status, expertName } }: { generation: Generation }) {
  const intents =
    status === "running"
      ? ([["stop", "Stop"]] as const)
      : status === "completed"
        ? ([["remove", "Remove"]] as const)
        : ([
            ["retry", "Retry"],
            ["remove", "Remove"],
          ] as const);
  return (
    <Form method="post" action="/admin/generate" className="acts">
      <input type="hidden" name="id" value={id} />
      {intents.map(([intent, label]) => (
        <Button
          key={intent}
          type="submit"
          small
          quiet={intent !== "retry"}
          name="intent"
          value={intent}
          aria-label={`${label}: ${expertName}`}
        >
          {label}
        </Button>
      ))}
    </Form>
  );
}

/** Saving, with who may be meant already; once saved, the way to the review (decisions D38, D39). */
function Review({ generation: { id, saved, duplicates, expertName } }: { generation: Generation }) {
  if (saved) {
    return (
      <Notice role="status">
        {saved.status === "pending" ? "Saved for review. " : `Saved for review, and ${saved.status}. `}
        <Link to={`/admin/submissions/${saved.id}`}>Open the review</Link>
      </Notice>
    );
  }
  return (
    <Form method="post" action="/admin/generate">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={duplicates.map(({ key }) => key).join(",")} />
      {duplicates.length > 0 && (
        <Notice>
          <p>Possible duplicates:</p>
          <ul>
            {duplicates.map(({ key, slug, name, reason }) => (
              <li key={key}>
                <Link to={slug ? `/${slug}` : `/admin/submissions/${key}`}>{name}</Link> {reason}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="actions">
        <Button type="submit" name="intent" value="save" aria-label={`Save for review: ${expertName}`}>
          Save for review
        </Button>
      </p>
    </Form>
  );
}
