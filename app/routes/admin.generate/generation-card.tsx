import { Form, Link } from "@remix-run/react";
import { CheckedSentences } from "~/components/admin/checked-sentences";
import { Actions, LinkSummary, PageLine, RowActionsForm } from "~/components/admin/page-parts";
import { GROWING_TEXT_CLASS, StreamingText } from "~/components/admin/streaming-text";
import { Badge, Hint, PlainText } from "~/components/admin/text";
import { DuplicateLine } from "~/components/forms/duplicate-line";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { Button } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Generation } from "~/models/editing/ai/generations.server";
import { modelName } from "~/models/records/provenance/suggestions";
import { PROVIDER_LABELS } from "~/services/ai-providers";
import { GenerationResult } from "./generation-result";

const STATUS_LABELS: Record<Generation["status"], { label: string; tone?: "good" | "bad" }> = {
  waiting: { label: "Waiting" },
  running: { label: "Generating" },
  completed: { label: "Completed", tone: "good" },
  error: { label: "Error", tone: "bad" },
  interrupted: { label: "Interrupted", tone: "bad" },
  stopped: { label: "Stopped", tone: "bad" },
};

/** Shows a generated profile with its status, result and actions. */
export function GenerationCard({ generation, answer }: { generation: Generation; answer: FormAnswer | undefined }) {
  const { id, status, expertName, title, message, partial, result, createdAt } = generation;
  const { label, tone } = STATUS_LABELS[status];
  const isRunning = status === "running";
  return (
    <li
      id={id}
      className="generation mb-4 max-w-form scroll-mt-4 rounded-xl border border-line bg-surface px-4.5 py-4"
      aria-label={expertName}
      aria-busy={isRunning}
    >
      <PageLine className="mb-1">
        <h3 className="m-0 wrap-anywhere">
          {expertName} <Badge tone={tone}>{label}</Badge>
        </h3>
        <Buttons generation={generation} />
      </PageLine>
      <Hint>
        {title}, <ShortTime time={createdAt} />. <Cost generation={generation} />
      </Hint>
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
          <LinkSummary>The text before it stopped</LinkSummary>
          <PlainText className={GROWING_TEXT_CLASS}>{partial}</PlainText>
        </details>
      )}
      {result && <GenerationResult result={result} />}
      {result && <Sources generation={generation} answer={answer} />}
      {result && <Review generation={generation} />}
    </li>
  );
}

/** Shows the sources of the texts. Until the profile is saved, it also offers to keep sentences without a source. */
function Sources({ generation, answer }: { generation: Generation; answer: FormAnswer | undefined }) {
  const { id, result, saved } = generation;
  if (!result) return null;
  const { sentences, notice, failedPages } = result;
  const isThisGeneration = answer?.values.id === id;
  return (
    <Form method="post" action="/admin/generate">
      <input type="hidden" name="id" value={id} />
      <CheckedSentences
        id={id}
        sentences={sentences}
        notice={notice}
        failedPages={failedPages}
        keepButton={saved ? undefined : (index, by) => ({ type: "submit", name: "keep", value: `${index} ${by}` })}
        typed={(name) => (isThisGeneration ? typedText(answer, name) : undefined)}
        errors={isThisGeneration ? answer?.fieldErrors : {}}
      />
    </Form>
  );
}

/** Shows the model, the duration, and the cost if the provider reports it. */
function Cost({ generation: { provider, result, cost, status } }: { generation: Generation }) {
  if (cost.calls === 0) return <>{PROVIDER_LABELS[provider]}.</>;
  const { usd, tokens, milliseconds, calls } = cost;
  const parts = [
    result ? `${modelName(result.model)} by ${PROVIDER_LABELS[result.provider]}` : PROVIDER_LABELS[provider],
    status !== "running" && `${(milliseconds / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`,
    tokens !== null && `${tokens.toLocaleString("en")} tokens`,
    usd === null ? "cost unknown" : `US$${usd.toFixed(4)}`,
    calls > 1 && `${calls} requests`,
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
    <RowActionsForm method="post" action="/admin/generate">
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
    </RowActionsForm>
  );
}

/** Renders the buttons that save the profile, with possible duplicates. After saving it links to the review. */
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
            {duplicates.map((duplicate) => (
              <li key={duplicate.key}>
                <DuplicateLine
                  duplicate={duplicate}
                  to={duplicate.slug ? `/${duplicate.slug}` : `/admin/submissions/${duplicate.key}`}
                />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Actions className="mb-2.5">
        <Button type="submit" name="intent" value="save" aria-label={`Save for review: ${expertName}`}>
          Save for review
        </Button>
        {duplicates.length === 0 && (
          <Button type="submit" quiet name="intent" value="publish" aria-label={`Approve and publish: ${expertName}`}>
            Approve and publish
          </Button>
        )}
      </Actions>
    </Form>
  );
}
