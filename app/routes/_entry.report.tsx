import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useMailState } from "~/components/layout/use-site";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { NoticePage } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { unlistedMeta } from "~/http/page-meta";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import {
  confirmReport,
  type RequestStatus,
  requestStatus,
  type WaitingReport,
} from "~/models/editing/requests/report.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the confirmation of a report with `?sent`, or its status with the `?token=` of its mails. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const token = searchParams.get("token") ?? "";
    const status = searchParams.has("sent") ? null : await requestStatus(token);
    return { token, request: status };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return form(request, async ({ token, id }): Promise<Response> => {
    await confirmReport(token, { origin: linkOrigin(request) }, id);
    return redirect(`/report?${new URLSearchParams({ token: String(token) })}`, 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your Report", matches);

export default function ReportStatus() {
  const { token, request } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (!request) return <Sent />;
  // The buttons of the list send the id of a report; the form for the report of the link does not.
  const answersList = answer?.values.id !== undefined;
  const waitingNotice = request.waiting.length > 0 && (
    <UnconfirmedReports token={token} reports={request.waiting} answer={answersList ? answer : undefined} />
  );
  if (request.status !== "unconfirmed")
    return (
      <>
        <Status request={request} />
        {waitingNotice}
      </>
    );
  return (
    <>
      <EntryHeading
        title="Confirm your report"
        lead={`Did you write to us about the profile of ${request.profile?.name ?? "a person on this site"}? We read your report once you confirm it.`}
      />
      <EntryForm
        answer={answersList ? undefined : answer}
        failure="Confirmation Failed"
        token={token}
        button="Confirm My Report"
        pending="Confirming…"
      />
      {waitingNotice}
    </>
  );
}

function UnconfirmedReports({
  token,
  reports,
  answer,
}: {
  token: string;
  reports: WaitingReport[];
  answer?: FormAnswer;
}) {
  return (
    <section className="mt-8">
      <h2>Not confirmed yet</h2>
      <p className="text-muted">
        Somebody sent these reports with your address too. Confirm those that you wrote. We delete the others after 7
        days.
      </p>
      <FormErrors refusal={refusalIn(answer)} title="Confirmation Failed" />
      <ul className="records mt-2">
        {reports.map(({ id, kind, name, createdAt, texts }) => (
          <li key={id} className="border-t border-line py-4">
            <p>
              {kind === "removal" ? "A request for removal" : "An error"}, profile of <bdi>{name}</bdi>,{" "}
              <ShortDate time={createdAt} />
            </p>
            {texts.map((text) => (
              <p key={text} className="line-clamp-4 text-muted wrap-break-word whitespace-pre-line" dir="auto">
                {text}
              </p>
            ))}
            <Form method="post" className="mt-2">
              <input type="hidden" name="token" value={token} />
              <Button quiet type="submit" name="id" value={id}>
                Confirm this report
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sent() {
  const mail = useMailState();
  return (
    <NoticePage narrow title={mail.isMailed ? "Check Your Email" : "Report Received"}>
      <p>{MAIL_WORDS.reportSent(mail)}</p>
      {mail.isMailed && (
        <p>
          If we have sent such a link to this address for the same profile today, or several times before, we do not
          send another mail. The page of the link in the latest mail shows all your reports.
        </p>
      )}
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}

const TITLES = {
  unconfirmed: "",
  open: "We have your report",
  applied: "We corrected the profile",
  rejected: "We did not change the profile",
  removed: "We removed the profile",
};

function Status({ request: { status, profile, createdAt, dueAt, decidedAt, notes } }: { request: RequestStatus }) {
  const mail = useMailState();
  return (
    <NoticePage narrow title={TITLES[status]}>
      <p>
        Received on <ShortDate time={createdAt} />
        {decidedAt ? (
          <>
            , decided on <ShortDate time={decidedAt} />.
          </>
        ) : (
          dueAt && (
            <>
              . An editor will decide by <ShortDate time={dueAt} />. {MAIL_WORDS.reportDecided(mail)}
            </>
          )
        )}
      </p>
      {notes && (
        <p>
          Our note to you: <bdi className="whitespace-pre-line">{notes}</bdi>
        </p>
      )}
      {profile && (
        <p>
          <Link to={`/${profile.slug}`}>
            The profile of <bdi>{profile.name}</bdi>
          </Link>
        </p>
      )}
    </NoticePage>
  );
}
