import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { type Caller, questionForm } from "~/auth/question-form.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field, FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { SecurityQuestion } from "~/components/forms/security-question";
import { useMailState } from "~/components/layout/use-site";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { REPORT_CHARACTERS, reportProfile } from "~/models/editing/requests/report.server";
import { reportParts } from "~/models/editing/requests/report-parts";
import { findExpert } from "~/models/records/directory/experts.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form to report an error on a profile or, with `?kind=removal`, to ask for its removal. It needs no account. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const expert = await findExpert(params.slug ?? "");
    const { search, searchParams } = new URL(request.url);
    if (params.slug !== expert.slug) throw redirect(`/${expert.slug}/report${search}`, 301);
    const isRemoval = searchParams.get("kind") === "removal";
    return { slug: expert.slug, name: expert.name, isRemoval, parts: reportParts(expert), question: newQuestion() };
  });
}

export { unlessUnanswered as shouldRevalidate } from "~/http/revalidation";

export async function action({ params, ...args }: ActionFunctionArgs) {
  const report = async (fields: FormAnswer["values"], caller: Caller) => {
    const { about, ...otherFields } = fields;
    const kind = about === REMOVAL ? { kind: "removal" } : { kind: "error", field: about };
    await reportProfile({ ...otherFields, ...kind, slug: params.slug }, caller);
    return "/report?sent";
  };
  return questionForm(args, report, { characters: REPORT_CHARACTERS });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data ? `Report an error: ${data.name}` : "Report an error", matches);

/** The value of `about` that asks for removal. */
const REMOVAL = "removal";

const LABELS = {
  about: "What is wrong?",
  says: "What it says now",
  should: "What it should say",
  source: "Where we can check it",
  email: "Your email",
  captchaAnswer: "Security question",
};

export default function Report() {
  const { slug, name, isRemoval, parts, question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const props = (name: keyof typeof LABELS) => ({ label: LABELS[name], name, ...fieldProps(answer, name) });
  const mail = useMailState();
  const about = answer ? typedText(answer, "about") : isRemoval ? REMOVAL : undefined;
  return (
    <>
      <EntryHeading
        title="Report an error or ask for removal"
        lead={
          <>
            This is about the profile of <bdi>{name}</bdi>. {MAIL_WORDS.reportLead(mail)}
          </>
        }
      />
      <EntryForm answer={answer} failure="Report Failed" labels={LABELS} button="Send" pending="Sending…">
        <FieldFrame label={LABELS.about} name="about" required error={answer?.fieldErrors?.field}>
          <select id="about" name="about" className="w-full" defaultValue={about}>
            <option value="">Anything on the profile</option>
            {parts.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
            <option value={REMOVAL}>I am this person and want to be removed</option>
          </select>
        </FieldFrame>
        <TextArea {...props("says")} rows={2} hint="Copy it from the profile, so that we can find it." />
        <TextArea {...props("should")} rows={3} error={answer?.fieldErrors?.message} showsOptional={false} />
        <Field {...props("source")} hint="For example, the address of a page." />
        <Field {...props("email")} type="email" autoComplete="email" required hint={MAIL_WORDS.reportAddress(mail)} />
        <SecurityQuestion question={question} answer={answer} />
      </EntryForm>
      <AfterForm>
        <Link to={`/${slug}`}>Back to the profile</Link>
      </AfterForm>
    </>
  );
}
