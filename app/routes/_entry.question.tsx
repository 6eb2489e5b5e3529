import type { MetaFunction } from "@remix-run/node";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { unlistedMeta } from "~/http/page-meta";

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your question", matches);

/** Shows the page after a question. */
export default function QuestionKept() {
  return (
    <NoticePage narrow title="Check Your Email">
      <p>We sent you a link. Please open it and press the button there: only then is your question sent.</p>
      <p>
        Where we wrote to this address about the same person within the last day, or several times, no further mail
        comes: the page behind the link in the latest one shows your other questions, too.
      </p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}
