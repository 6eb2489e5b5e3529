import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { AfterForm, EntryForm } from "./entry-form";
import { Field } from "./field";
import { type FormAnswer, labelledFields } from "./form-answer";
import { SecurityQuestion } from "./security-question";

const LABELS = { email: "Email", captchaAnswer: "Security question" };

interface Props {
  question: { question: string; expected: string };
  answer: FormAnswer | undefined;
  /** The text of the button, such as "Send Reset Link". */
  button: string;
}

/** Asks for a one-time link by mail. */
export function LinkRequestForm({ question, answer, button }: Props) {
  return (
    <>
      <EntryForm answer={answer} failure="Request Failed" labels={LABELS} button={button} pending="Sending…">
        <Field type="email" autoComplete="email" {...labelledFields(LABELS, answer)("email")} />
        <SecurityQuestion question={question} answer={answer} />
      </EntryForm>
      <AfterForm>
        <Link to="/login">Back to Sign In</Link>
      </AfterForm>
    </>
  );
}

/** Shows the page after the request. @param isMailed false if the site has no mail server. */
export function LinkRequestConfirmation({ text, isMailed }: { text: string; isMailed: boolean }) {
  return (
    <NoticePage narrow title={isMailed ? "Check Your Email" : "Request Received"}>
      <p>{text}</p>
      <p>
        The link works for one hour.
        {isMailed &&
          " If no mail arrives within a few minutes, please check your spam folder. If there are several, only the newest link works."}
      </p>
      <ButtonLink to="/login">Back to Sign In</ButtonLink>
    </NoticePage>
  );
}
