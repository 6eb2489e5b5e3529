import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DiffPieces } from "~/components/admin/diff";
import { Crumbs, Facts } from "~/components/admin/page-parts";
import { BulletList, Hint, PlainText } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { REPORT_FIELDS } from "~/models/editing/requests/report.server";
import type { Mention } from "~/models/whole/removal/mentions.server";
import { DECISION_CHARACTERS, type Decided, decideRequest } from "~/models/whole/requests/decide.server";
import { requestForAdmin } from "~/models/whole/requests/request.server";
import { DecisionForm } from "./decision-form";

/** One request, and what it would change. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    return { request: await requestForAdmin(editor, params.id ?? ""), fields: REPORT_FIELDS };
  });
}

type Answer = FormAnswer & { decided?: Decided };

/** Shows the answer on this page, because after a removal the names of what to edit are known only now. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Answer> => {
      const editor = await requireEditor(request, context);
      const decided = await decideRequest(editor, params.id ?? "", fields, { linkOrigin: linkOrigin(request) });
      return { values: {}, decided };
    },
    { guard: () => requireEditor(request, context), characters: DECISION_CHARACTERS },
  );
}

export const meta: MetaFunction = () => [{ title: "Request | Admin" }];

export default function RequestPage() {
  const { request, fields } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { kind, name, slug, status, fieldLabel, pieces, mentions, notes, expertId } = request;
  return (
    <>
      <Crumbs>
        <Link to="/admin/requests">Requests</Link>
      </Crumbs>
      <h1>{kind === "error" ? `Reported: ${fieldLabel || "something else"}` : TITLES[kind]}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Decision Failed" />
      {answer?.decided && <Notice role="status">Decided: {answer.decided.status}. A mail says so.</Notice>}
      <Mentions mentions={answer?.decided?.mentions ?? mentions} />
      <Facts>
        <Fact label="Profile">
          {slug ? (
            <>
              <a href={`/${slug}`} dir="auto">
                {name}
              </a>{" "}
              (<Link to={`/admin/experts/${expertId}`}>edit</Link>)
            </>
          ) : (
            "A person who is no longer listed"
          )}
        </Fact>
        <Fact label="From">{request.email}</Fact>
        <Fact label={status === "open" ? "Due" : "Decided"}>
          <ShortDate time={request.decidedAt ?? request.dueAt ?? ""} /> {status !== "open" && status}
        </Fact>
        <Fact label={kind === "work" ? "Work" : "What the profile says"}>{request.says}</Fact>
        <Fact label="What the profile should say">{request.should}</Fact>
        <Fact label="Source">{request.source}</Fact>
        <Fact label={kind === "claim" ? "Proof" : "Message"}>{request.message}</Fact>
        <Fact label="Our note">{notes}</Fact>
        {status === "open" && pieces.length > 0 && (
          <Fact label={`${fieldLabel}, as it would be`}>
            <DiffPieces pieces={pieces} />
          </Fact>
        )}
      </Facts>
      {kind === "claim" && status === "applied" && <Hint>Rejecting it ends the claim.</Hint>}
      {(status === "open" || (kind === "claim" && status === "applied")) && (
        <DecisionForm request={request} fields={fields} answer={answer} />
      )}
    </>
  );
}

const TITLES = {
  removal: "Wants to be removed",
  claim: "Says: this is my profile",
  work: "Says: this work is not mine",
};

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{typeof children === "string" ? <PlainText>{children}</PlainText> : children}</dd>
    </div>
  );
}

function Mentions({ mentions }: { mentions: Mention[] }) {
  if (mentions.length === 0) return null;
  const [open, hidden] = [mentions.filter(({ isPublic }) => isPublic), mentions.filter(({ isPublic }) => !isPublic)];
  return (
    <Notice tone="caution" as="section" aria-labelledby="mentions">
      <h2 id="mentions">These mention the name</h2>
      <Hint>A removal leaves their texts as they are. Please edit those that readers see.</Hint>
      <MentionList title="Readers see" mentions={open} />
      <MentionList title="Only editors see" mentions={hidden} />
    </Notice>
  );
}

function MentionList({ title, mentions }: { title: string; mentions: Mention[] }) {
  if (mentions.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <BulletList>
        {mentions.map(({ what, title, href }) => (
          <li key={`${what} ${href}`}>
            {what}:{" "}
            <Link to={href} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </BulletList>
    </>
  );
}
