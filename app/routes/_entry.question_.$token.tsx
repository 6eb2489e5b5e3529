import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { form, intentOf, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { unlistedMeta } from "~/http/page-meta";
import {
  applyChoice,
  confirmQuestion,
  QUESTION_CHARACTERS,
  type QuestionPage,
  questionPage,
  reply,
} from "~/models/readers/questions/questions.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows a question to its author or its recipient, each with a link of their own. A GET changes nothing. */
export async function loader({ params }: LoaderFunctionArgs) {
  return page(async () => questionPage(params.token ?? ""));
}

type Intent = (token: string, fields: FormAnswer["values"], origin: string) => Promise<void>;

const INTENTS: Record<string, Intent> = {
  confirm: (token, _, origin) => confirmQuestion(token, { origin }),
  reply: (token, fields, origin) => reply(token, fields, { origin }),
  answered: (token) => applyChoice(token, "answered"),
  reported: (token) => applyChoice(token, "reported"),
  ended: (token) => applyChoice(token, "ended"),
  pause: (token) => applyChoice(token, "pause"),
};

export async function action({ params, request }: ActionFunctionArgs) {
  const token = params.token ?? "";
  const run = async (fields: FormAnswer["values"]): Promise<Response> => {
    await intentOf(INTENTS, fields.intent)(token, fields, linkOrigin(request));
    return redirect(`/question/${token}`, 303);
  };
  return form(request, run, { characters: QUESTION_CHARACTERS });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Question", matches);

const STATUS_TEXTS: Record<QuestionPage["status"], string> = {
  unconfirmed: "Not sent yet",
  open: "Waiting for an answer",
  answered: "Answered",
  reported: "Reported to the editors. This person cannot write to you any more",
  ended: "Ended. This person cannot write to you any more",
};

export default function QuestionThread() {
  const question = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { author, status, expert, name, subject, purpose, texts, mayWrite, acceptsQuestions, waiting } = question;
  const isExpert = author === "expert";
  const statusText = isExpert ? STATUS_TEXTS[status] : (AUTHOR_STATUS_TEXTS[status] ?? STATUS_TEXTS[status]);
  return (
    <>
      <EntryHeading
        title={<bdi>{subject}</bdi>}
        lead={
          isExpert ? (
            <>
              <bdi>{name}</bdi> asks you.
            </>
          ) : (
            <>
              Your question to <bdi>{expert}</bdi>.
            </>
          )
        }
      />
      <p className="mb-4 text-muted">
        {statusText}
        {purpose && (
          <>
            . Purpose: <bdi>{purpose}</bdi>
          </>
        )}
        .
      </p>
      <ol className="records mb-6" aria-live="polite">
        {texts.map(({ author: writer, text, at }) => (
          <li key={at + writer} className="border-t border-line py-4">
            <p className="text-sm text-muted">
              <bdi>{writer === author ? "You" : writer === "expert" ? expert : name}</bdi>, <ShortDate time={at} />
            </p>
            <p className="wrap-break-word whitespace-pre-line" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {!mayWrite && <FormErrors refusal={refusalIn(answer)} title="Not Sent" />}
      {status === "unconfirmed" && !isExpert ? (
        <Form method="post">
          <Button type="submit" name="intent" value="confirm">
            Send my question
          </Button>
        </Form>
      ) : (
        mayWrite && (
          <EntryForm
            // A sent message leaves an empty form.
            key={texts.length}
            answer={answer}
            failure="Not Sent"
            button={isExpert ? "Answer" : "Write again"}
            pending="Sending…"
          >
            <input type="hidden" name="intent" value="reply" />
            <TextArea label="Your message" name="text" rows={7} required {...fieldProps(answer, "text")} />
            {isExpert && (
              <label className="mb-4.5 flex items-start gap-1.5">
                <input className="mt-1.5 flex-none" type="checkbox" name="direct" value="yes" /> Continue by mail: this
                shows them the address of your account
              </label>
            )}
          </EntryForm>
        )
      )}
      {!isExpert && !acceptsQuestions && (status === "open" || status === "answered") && (
        <p>
          You cannot send anything more to <bdi>{expert}</bdi> from this page.
        </p>
      )}
      {isExpert && <Choices status={status} acceptsQuestions={acceptsQuestions} />}
      {waiting.length > 0 && <UnsentQuestions questions={waiting} />}
    </>
  );
}

/** The status of an ended question, as its author reads it. */
const AUTHOR_STATUS_TEXTS: Partial<Record<QuestionPage["status"], string>> = { reported: "Closed", ended: "Closed" };

function UnsentQuestions({ questions }: { questions: QuestionPage["waiting"] }) {
  return (
    <section className="mt-8">
      <h2>Not sent yet</h2>
      <p className="text-muted">
        Somebody asked these questions with your address too. We send each when you confirm it on its page.
      </p>
      <ul className="mt-2 list-disc ps-6">
        {questions.map(({ path, subject, expert }) => (
          <li key={path}>
            <Link to={path}>
              <bdi>{subject}</bdi>
            </Link>
            , to <bdi>{expert}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choices({ status, acceptsQuestions }: Pick<QuestionPage, "status" | "acceptsQuestions">) {
  const isOver = status === "reported" || status === "ended";
  return (
    <Form method="post" className="mt-6 flex flex-wrap gap-2">
      {status === "open" && <Choice value="answered">Mark as answered</Choice>}
      {!isOver && <Choice value="ended">Get nothing more from this person</Choice>}
      {status !== "reported" && <Choice value="reported">Report to the editors</Choice>}
      {acceptsQuestions ? (
        <Choice value="pause">Take no questions at all</Choice>
      ) : (
        <p>You take no questions at present.</p>
      )}
    </Form>
  );
}

function Choice({ value, children }: { value: string; children: string }) {
  return (
    <Button quiet type="submit" name="intent" value={value}>
      {children}
    </Button>
  );
}
