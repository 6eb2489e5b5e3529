import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { CandidateReview, type ReviewWords } from "~/components/admin/candidate-review";
import { BulletList } from "~/components/admin/text";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ExternalLink } from "~/components/ui/link";
import { form, page } from "~/http/form.server";
import {
  decideIdentity,
  type FoundIdentity,
  identityReview,
  undoIdentityDecision,
} from "~/models/editing/identity/identity-review.server";
import { identifierUrl, PERSONAL_IDENTIFIERS, REGISTRIES } from "~/models/records/experts/identifiers";

const PATH = "/admin/identifiers/review";

/** Shows one person after the other with candidates. `?key=` selects the candidate. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const position = { person: searchParams.get("person") ?? "", after: searchParams.get("after") ?? "" };
    return { ...(await identityReview(editor, position)), key: searchParams.get("key") ?? "" };
  });
}

/** Stores a decision and opens the next person. "undo" reopens the last person. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ expert = "", decision, key, at }) => {
    const editor = await requireEditor(request, context);
    if (decision === "undo") return redirect(`${PATH}?person=${await undoIdentityDecision(editor, { at })}`, 303);
    await decideIdentity(editor, { expert, decision, key });
    const id = encodeURIComponent(String(expert));
    return redirect(decision === "reject" ? `${PATH}?person=${id}&after=${id}` : `${PATH}?after=${id}`, 303);
  });
}

/** Reloads after a conflict, to show the decision that is now the latest. */
export { afterConflict as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction = () => [{ title: "Review identifiers | Admin" }];

const WORDS: ReviewWords = {
  title: "Review identifiers",
  path: PATH,
  search: { path: "/admin/identifiers", name: "Identifiers", linkText: "Look for identifiers" },
  emptyText: "Nobody is waiting.",
  candidateNoun: "Candidate",
  fieldName: "key",
  takeLabel: "This is the person",
  rejectLabel: "Somebody else",
  hint: "Identifiers that you skip or reject are not proposed again.",
  keyPurposes: { accept: "this is the person", reject: "somebody else", another: "next candidate" },
  decisions: { taken: "now has these identifiers", rejected: "is not this candidate", skipped: "was skipped" },
};

export default function ReviewIdentifiers() {
  const { person, waiting, last, key } = useLoaderData<typeof loader>();
  return (
    <CandidateReview
      words={WORDS}
      person={person}
      waitingCount={waiting}
      lastDecision={last}
      answer={useActionData<typeof action>() as FormAnswer | undefined}
      selectedId={key}
      idOf={(candidate) => candidate.key}
      renderDetails={(candidate) => <CandidateDetails candidate={candidate} />}
    />
  );
}

function CandidateDetails({ candidate }: { candidate: FoundIdentity }) {
  const { name, description, employers, works, reasons } = candidate;
  return (
    <div className="mt-3 max-w-measure">
      <p dir="auto">
        <strong>{name}</strong>
        {description && `, ${description}`}
      </p>
      <p>
        {PERSONAL_IDENTIFIERS.filter((kind) => candidate[kind]).map((kind, index) => (
          <span key={kind}>
            {index > 0 && " · "}
            <ExternalLink url={identifierUrl(kind, candidate[kind])}>
              {`${REGISTRIES[kind].label} ${candidate[kind]}`}
            </ExternalLink>
          </span>
        ))}
      </p>
      {employers.length > 0 && <p dir="auto">Employers: {employers.join("; ")}</p>}
      {works.length > 0 && <p dir="auto">Works: {works.join("; ")}</p>}
      <BulletList>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </BulletList>
    </div>
  );
}
