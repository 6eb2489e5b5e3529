import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { type Caller, questionForm } from "~/auth/question-form.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field, FieldError, FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typed } from "~/components/forms/form-answer";
import { SecurityQuestion } from "~/components/forms/security-question";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { REPORT_CHARACTERS, REPORT_FIELDS, reportProfile } from "~/models/editing/requests/report.server";
import { findExpert } from "~/models/records/directory/experts.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Saying that something on a profile is wrong or, with `?kind=removal`, asking to be taken off: for everybody, without an account. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { slug, name } = await findExpert(params.slug ?? "");
    const { search, searchParams } = new URL(request.url);
    if (params.slug !== slug) throw redirect(`/${slug}/report${search}`, 301);
    const isRemoval = searchParams.get("kind") === "removal";
    return { slug, name, isRemoval, fields: REPORT_FIELDS, question: newQuestion() };
  });
}

/** Also after a refusal: it takes a new question. */
export function shouldRevalidate() {
  return true;
}

export async function action({ params, ...args }: ActionFunctionArgs) {
  const report = async (fields: FormAnswer["values"], caller: Caller) => {
    await reportProfile({ ...fields, slug: params.slug }, caller);
    return "/report?sent";
  };
  return questionForm(args, report, { characters: REPORT_CHARACTERS });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data ? `Report an error: ${data.name}` : "Report an error", matches);

const LABELS = {
  kind: "What is it about?",
  field: "Which part",
  says: "What the profile says",
  should: "What the profile should say",
  source: "A source",
  message: "Anything else",
  email: "Your email",
  captchaAnswer: "Security question",
};

export default function Report() {
  const { slug, name, isRemoval, fields, question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const props = (name: keyof typeof LABELS) => ({ label: LABELS[name], name, ...fieldProps(answer, name) });
  const wantsRemoval = answer ? typed(answer, "kind") === "removal" : isRemoval;
  return (
    <>
      <EntryHeading
        title="Report an error or ask for removal"
        lead={
          <>
            This is about the profile of <bdi>{name}</bdi>. A person reads it, and answers within 30 days.
          </>
        }
      />
      <EntryForm answer={answer} failure="Report Failed" labels={LABELS} button="Send" pending="Sending…">
        <fieldset className="mb-4.5">
          <legend className="font-semibold">{LABELS.kind}</legend>
          <Kind value="error" checked={!wantsRemoval}>
            Something is wrong on the profile
          </Kind>
          <Kind value="removal" checked={wantsRemoval}>
            I am this person and want to be removed
          </Kind>
          {answer?.fieldErrors?.kind && <FieldError name="kind">{answer.fieldErrors.kind}</FieldError>}
        </fieldset>
        <FieldFrame label={LABELS.field} name="field" error={answer?.fieldErrors?.field}>
          <select id="field" name="field" className="w-full" defaultValue={typed(answer, "field")}>
            <option value="">Something else</option>
            {fields.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </select>
        </FieldFrame>
        <TextArea {...props("says")} rows={2} hint="Copied from the profile, so that we find the place." />
        <TextArea {...props("should")} rows={2} />
        <Field {...props("source")} hint="Where we can check it." />
        <TextArea {...props("message")} rows={3} />
        <Field
          {...props("email")}
          type="email"
          autoComplete="email"
          required
          hint="We write to it once now, so that you can confirm your report, and when it is decided. It is not shown to anybody else."
        />
        <SecurityQuestion question={question} answer={answer} />
      </EntryForm>
      <AfterForm>
        <Link to={`/${slug}`}>Back to the profile</Link>
      </AfterForm>
    </>
  );
}

function Kind({ value, checked, children }: { value: string; checked: boolean; children: string }) {
  return (
    <label className="flex items-center gap-1.5 py-1">
      <input className="flex-none" type="radio" name="kind" value={value} defaultChecked={checked} /> {children}
    </label>
  );
}
