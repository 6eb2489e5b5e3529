import { Form, Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { OwnPage } from "~/models/whole/my-profile/own-page.server";

type Props = { profile: Pick<OwnPage, "takesQuestions" | "questions"> & { isMailed: boolean } };

/** Lists the questions of readers, with a button to take questions or not. */
export function Questions({ profile: { takesQuestions, questions, isMailed } }: Props) {
  const { waiting, answered, latest } = questions;
  const isTakingQuestions = takesQuestions === 1;
  return (
    <section className="mt-6" aria-labelledby="questions">
      <h2 id="questions" className="text-lg">
        Questions of readers
      </h2>
      {waiting + answered > 0 && (
        <>
          <p className="mt-2">
            {waiting} waiting for your answer, {answered} answered. They are deleted 90 days after the last message.
          </p>
          <ul className="mt-1">
            {latest.map(({ path, subject, from, purpose, status, at }) => (
              <li key={path} className="border-t border-line py-2">
                <Link className="underline" to={path} dir="auto">
                  {subject}
                </Link>{" "}
                <span className="text-muted">
                  <bdi>{from}</bdi>, <ShortDate time={at} />
                  {purpose && `, ${purpose}`}, {status === "open" ? "waiting" : "answered"}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isMailed ? (
        <Form method="post">
          <input type="hidden" name="intent" value="questions" />
          <input type="hidden" name="takes" value={isTakingQuestions ? "no" : "yes"} />
          <p className="my-2 max-w-measure">
            {isTakingQuestions
              ? "Readers can ask you through a form on your profile. You get a mail and answer on this site. Neither of you sees the other's address, unless you choose to show yours."
              : "Readers cannot ask you. If you allow it, your profile gets a form. You get a mail and answer on this site. Neither of you sees the other's address, unless you choose to show yours."}
          </p>
          <Button quiet type="submit">
            {isTakingQuestions ? "Take no questions" : "Take questions"}
          </Button>
        </Form>
      ) : (
        <p>This site sends no email, so readers cannot ask you through it.</p>
      )}
    </section>
  );
}
