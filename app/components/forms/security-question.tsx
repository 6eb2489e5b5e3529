import { useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import type { SecurityQuestion as Question } from "~/models/base/accounts/security-question.server";
import { Field } from "./field";
import type { FormAnswer } from "./form-answer";

interface Props {
  /** The question from the page's loader, which sends a new one after a failed attempt. */
  question: Question;
  answer: FormAnswer | undefined;
}

/** The name and value of the button that requests another question without scripts. */
export const ANOTHER_QUESTION = { name: "intent", value: "question" };

export function SecurityQuestion({ question: initialQuestion, answer }: Props) {
  const [fetchedQuestion, setFetchedQuestion] = useState<{ insteadOf: Question; question: Question }>();
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");
  const question = fetchedQuestion?.insteadOf === initialQuestion ? fetchedQuestion.question : initialQuestion;
  const isNew = useNewQuestion(question);

  const refresh = async () => {
    setState("loading");
    try {
      setFetchedQuestion({ insteadOf: initialQuestion, question: await call<Question>("/api/auth/captcha") });
      setState("ready");
    } catch {
      setState("failed");
    }
  };
  return (
    <div className="mb-5 grid grid-cols-[minmax(5rem,1fr)_auto] gap-x-2.5 gap-y-1 rounded-md border border-dashed border-edge px-4 pt-3.5 pb-4 [&_label]:col-span-full [&_label]:mb-0 [&_label]:text-balance [&_p]:col-span-full [&_p]:text-balance [&>.field]:contents">
      {/* Empty while a new question loads; the server then refuses the form with a message. */}
      <input type="hidden" name="captchaExpected" value={state === "loading" ? "" : question.expected} />
      <Field
        label={`Security question: ${question.question}`}
        name="captchaAnswer"
        inputMode="numeric"
        autoComplete="off"
        required
        autoFocus={answer !== undefined && !answer.message}
        error={
          state === "failed"
            ? "A new question could not be loaded. Please try again."
            : answer?.fieldErrors?.captchaAnswer
        }
      />
      {/* Enter presses the first button of a form, which must not be "New question". */}
      <button type="submit" hidden>
        Send
      </button>
      <Button
        type="submit"
        quiet
        className="col-start-2 row-start-2"
        formNoValidate
        {...ANOTHER_QUESTION}
        data-live=""
        onClick={(event) => {
          event.preventDefault();
          refresh();
        }}
      >
        New question
      </Button>
      <p role="status" className="sr-only">
        {isNew && `New security question: ${question.question}`}
      </p>
    </div>
  );
}

/** Returns whether the question was replaced. Clears the answer when a new question arrives. */
function useNewQuestion({ expected }: Question): boolean {
  const firstToken = useRef(expected);
  const lastToken = useRef(expected);
  useEffect(() => {
    if (lastToken.current === expected) return;
    lastToken.current = expected;
    const answer = document.getElementById("captchaAnswer");
    if (answer instanceof HTMLInputElement) answer.value = "";
  }, [expected]);
  return expected !== firstToken.current;
}
