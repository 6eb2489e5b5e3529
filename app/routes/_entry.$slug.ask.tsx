import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { type Caller, questionForm } from "~/auth/question-form.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field, FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { SecurityQuestion } from "~/components/forms/security-question";
import { useSite } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import {
  askExpert,
  askPage,
  QUESTION_CHARACTERS,
  QUESTION_PURPOSES,
  RETENTION_DAYS,
} from "~/models/readers/questions/questions.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form to ask a listed person, without an account. If the person takes no questions, it says how to reach the editors. */
export async function loader({ params }: LoaderFunctionArgs) {
  return page(async () => {
    const { slug, name, acceptsQuestions } = await askPage(params.slug ?? "");
    if (params.slug !== slug) throw redirect(`/${slug}/ask`, 301);
    return { slug, name, acceptsQuestions, purposes: QUESTION_PURPOSES, days: RETENTION_DAYS, question: newQuestion() };
  });
}

export { unlessUnanswered as shouldRevalidate } from "~/http/revalidation";

export async function action({ params, ...args }: ActionFunctionArgs) {
  const ask = async (fields: FormAnswer["values"], caller: Caller) => {
    await askExpert({ ...fields, slug: params.slug }, caller);
    return "/question?sent";
  };
  return questionForm(args, ask, { characters: QUESTION_CHARACTERS });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data ? `Ask ${data.name}` : "Ask", matches);

const LABELS = {
  name: "Your name",
  email: "Your email",
  purpose: "Purpose",
  subject: "Subject",
  text: "Your question",
  captchaAnswer: "Security question",
};

export default function Ask() {
  const { slug, name, acceptsQuestions, purposes, days, question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const props = (field: keyof typeof LABELS) => ({ label: LABELS[field], name: field, ...fieldProps(answer, field) });
  if (!acceptsQuestions) return <TakesNoQuestions slug={slug} name={name} />;
  return (
    <>
      <EntryHeading
        title={
          <>
            Ask <bdi>{name}</bdi>
          </>
        }
        lead={
          <>
            Your question goes to <bdi>{name}</bdi> by mail, after you confirm it. Neither of you sees the other's
            address. It is deleted {days} days after the last message.
          </>
        }
      />
      <EntryForm answer={answer} failure="Not Sent" labels={LABELS} button="Send" pending="Sending…">
        <Field {...props("name")} autoComplete="name" required />
        <Field
          {...props("email")}
          type="email"
          autoComplete="email"
          required
          hint="We send you a link now to confirm your question, and a mail when there is an answer."
        />
        <FieldFrame label={LABELS.purpose} name="purpose" error={answer?.fieldErrors?.purpose}>
          <select id="purpose" name="purpose" className="w-full" defaultValue={typedText(answer, "purpose")}>
            <option value="">Something else</option>
            {purposes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Field {...props("subject")} required />
        <TextArea {...props("text")} rows={7} required hint="Up to 5,000 characters." />
        <SecurityQuestion question={question} answer={answer} />
      </EntryForm>
      <AfterForm>
        <Link to={`/${slug}`}>Back to the profile</Link>
      </AfterForm>
    </>
  );
}

function TakesNoQuestions({ slug, name }: { slug: string; name: string }) {
  const contact = useSite()?.site.contactEmail;
  return (
    <NoticePage narrow title={`Ask ${name}`}>
      <p>{name} takes no questions through this site. The profile may link to their own page.</p>
      <p>
        You can reach the editors of this site{" "}
        {contact ? (
          <a href={`mailto:${contact}`}>at {contact}</a>
        ) : (
          <Link to={`/${slug}/report`}>by a report about the profile</Link>
        )}
        .
      </p>
      <ButtonLink to={`/${slug}`}>Back to the profile</ButtonLink>
    </NoticePage>
  );
}
