import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DiffPieces } from "~/components/admin/diff";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { keyProps } from "~/components/admin/keys";
import { Crumbs, Facts } from "~/components/admin/page-parts";
import { useUndoable } from "~/components/admin/review-decision";
import { Hint, PlainText } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useIsAdmin, useMailState } from "~/components/layout/use-site";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { REPORT_FIELDS } from "~/models/editing/requests/report.server";
import { DECISION_CHARACTERS, type Decided, decideRequest } from "~/models/whole/requests/decide.server";
import { requestForAdmin } from "~/models/whole/requests/request.server";
import { undoRequest } from "~/models/whole/requests/undo.server";
import { DecisionForm } from "./decision-form";
import { Mentions } from "./mentions";

/** Shows a request with the change it would make. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    return { request: await requestForAdmin(editor, params.id ?? ""), fields: REPORT_FIELDS };
  });
}

type Answer = FormAnswer & { decided?: Decided; isUndone?: boolean };

/** Decides about the request, or undoes the decision. A removal has its own page. */
export async function action({ context, params: { id = "" }, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Answer> => {
      const editor = await requireEditor(request, context);
      if (fields.intent === "undo") {
        await undoRequest(editor, id, { at: fields.at });
        return { values: {}, isUndone: true };
      }
      const decision = fields.decision === "remove" ? undefined : fields.decision;
      const input = { ...fields, decision };
      return { values: {}, decided: await decideRequest(editor, id, input, { linkOrigin: linkOrigin(request) }) };
    },
    { guard: () => requireEditor(request, context), characters: DECISION_CHARACTERS },
  );
}

export const meta: MetaFunction = () => [{ title: "Request | Admin" }];

export default function RequestPage() {
  const { request, fields } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { id, kind, name, slug, status, fieldLabel, pieces, mentions, notes, expertId } = request;
  const isUndoable = useUndoable(request);
  const isAdmin = useIsAdmin();
  return (
    <>
      <Crumbs>
        <Link to="/admin/requests">Requests</Link>
      </Crumbs>
      <h1>{kind === "error" ? `Reported: ${fieldLabel || "something else"}` : TITLES[kind]}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Decision Failed" />
      {answer?.isUndone && <Notice role="status">The decision was undone. No mail was sent.</Notice>}
      {answer?.decided && !isUndoable && <Notice role="status">Decided: {answer.decided.status}.</Notice>}
      {isUndoable && <Undo status={status} at={request.decidedAt} hasMail={request.email !== ""} />}
      <Mentions mentions={mentions} />
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
          <Fact label={`${fieldLabel} after the change`}>
            <DiffPieces pieces={pieces} />
          </Fact>
        )}
      </Facts>
      {kind === "claim" && status === "applied" && <Hint>A rejection ends the claim.</Hint>}
      {(status === "open" || (kind === "claim" && status === "applied")) && (
        <DecisionForm request={request} fields={fields} answer={answer} />
      )}
      {kind === "error" && status === "open" && isAdmin && slug && (
        <Hint className="mt-16">
          Does the person ask to be removed? <Link to={`/admin/requests/${id}/remove`}>Continue to the removal</Link>
        </Hint>
      )}
      <KeyboardShortcuts keys={isUndoable ? [["undo", "undo"]] : []} />
    </>
  );
}

/** Offers to undo the decision until the mail is sent. */
function Undo({ status, at, hasMail }: { status: string; at: string | null; hasMail: boolean }) {
  const mail = useMailState();
  return (
    <Notice className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">
        Decided: {status}.{" "}
        {hasMail && (mail.isMailed ? "The person gets a mail in a minute." : MAIL_WORDS.requestDecided(mail))}
      </p>
      <Form method="post">
        {/* Names the decision, so that an old page does not undo another one. */}
        <input type="hidden" name="at" value={at ?? ""} />
        <Button type="submit" quiet small name="intent" value="undo" {...keyProps("undo")}>
          Undo
        </Button>
      </Form>
    </Notice>
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
