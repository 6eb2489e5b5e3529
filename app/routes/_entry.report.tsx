import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { NoticePage } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { unlistedMeta } from "~/http/page-meta";
import { confirmReport, type RequestStatus, requestStatus } from "~/models/editing/requests/report.server";
import { mailIsConfigured } from "~/services/mailer.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** `?sent` is what comes after a report; `?token=` is where the links of its mails lead. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const token = searchParams.get("token") ?? "";
    const found = searchParams.has("sent") ? null : await requestStatus(token);
    return { token, found, isMailed: mailIsConfigured };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return form(request, async ({ token }): Promise<Response> => {
    await confirmReport(token, { origin: linkOrigin(request) });
    return redirect(`/report?${new URLSearchParams({ token: String(token) })}`, 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your Report", matches);

export default function ReportStatus() {
  const { token, found, isMailed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (!found) return <Sent isMailed={isMailed} />;
  if (found.status !== "unconfirmed") return <Status of={found} />;
  return (
    <>
      <EntryHeading
        title="Confirm your report"
        lead={`Did you write to us about the profile of ${found.profile?.name ?? "somebody who is listed here"}? Your report counts once you confirm it.`}
      />
      <EntryForm
        answer={answer}
        failure="Confirmation Failed"
        token={token}
        button="Confirm My Report"
        pending="Confirming…"
      />
    </>
  );
}

function Sent({ isMailed }: { isMailed: boolean }) {
  return (
    <NoticePage narrow title={isMailed ? "Check Your Email" : "Report Kept"}>
      <p>
        {isMailed
          ? "We sent you a link. Please open it and confirm your report: only then does it count. It works for 7 days."
          : "This site does not send e-mail yet. Your report is kept for 7 days, and the link that confirms it waits where only the admins see it: please ask the people who run the site to pass it on to you."}
      </p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}

const TITLES = {
  unconfirmed: "",
  open: "Your report is with us",
  applied: "The profile was corrected",
  rejected: "We left the profile as it is",
  removed: "The profile was removed",
};

function Status({ of: { status, profile, createdAt, dueAt, decidedAt, notes } }: { of: RequestStatus }) {
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
              . A person will decide by <ShortDate time={dueAt} />, and we will write to you.
            </>
          )
        )}
      </p>
      {notes && <p>Our note to you: {notes}</p>}
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
