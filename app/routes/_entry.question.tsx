import type { MetaFunction } from "@remix-run/node";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { unlistedMeta } from "~/http/page-meta";

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your question", matches);

/** Shows the page after a question was sent. */
export default function QuestionReceived() {
  return (
    <NoticePage narrow title="Check Your Email">
      <p>We sent you a link. Please open it and press the button there. Only then will we send your question.</p>
      <p>
        If we have sent such a link to this address for the same person today, or several times before, we do not send
        another mail. The page of the link in the latest mail shows all your questions.
      </p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}
