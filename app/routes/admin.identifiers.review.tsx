import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { type KeyInUse, keyed } from "~/components/admin/keys";
import { ActionsForm, Crumbs, Empty } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ExternalLink, Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import {
  decideIdentity,
  type FoundIdentity,
  type IdentityToReview,
  identityReview,
  type LastIdentityDecision,
  undoIdentityDecision,
} from "~/models/editing/identity/identity-review.server";
import { identifierPage, PERSONAL, REGISTRIES } from "~/models/records/experts/identifiers";

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
  return form(request, async ({ expert = "", decision, key }) => {
    const editor = await requireEditor(request, context);
    if (decision === "undo") return redirect(`${PATH}?person=${await undoIdentityDecision(editor)}`, 303);
    await decideIdentity(editor, { expert, decision, key });
    const id = encodeURIComponent(String(expert));
    return redirect(decision === "reject" ? `${PATH}?person=${id}&after=${id}` : `${PATH}?after=${id}`, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Review identifiers | Admin" }];

export default function ReviewIdentifiers() {
  const { person, waiting, last, key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <Crumbs>
        <Link to="/admin/identifiers">Identifiers</Link>
      </Crumbs>
      <h1>Review identifiers</h1>
      {last && <LastDecision decided={last} />}
      <FormErrors refusal={refusalIn(answer)} title="Nothing was changed" />
      {person ? (
        <Person key={person.id} person={person} chosen={key} waiting={waiting} />
      ) : (
        <Empty>
          Nobody is waiting.{" "}
          <Link className="underline" to="/admin/identifiers">
            Look for identifiers
          </Link>
        </Empty>
      )}
      <KeyboardShortcuts
        keys={[
          ...(person ? WITH_PERSON : []),
          ...(person && person.candidates.length > 1 ? [["another", "next candidate"] as KeyInUse] : []),
          ...(last ? [["undo", "undo"] as KeyInUse] : []),
        ]}
      />
    </>
  );
}

const WITH_PERSON: KeyInUse[] = [
  ["accept", "this is the person"],
  ["reject", "somebody else"],
  ["skip", "skip"],
];

const DECISION_TEXTS: Record<LastIdentityDecision["decision"], string> = {
  taken: "now has these identifiers",
  rejected: "is not this candidate",
  skipped: "was skipped",
};

function LastDecision({ decided: { name, decision } }: { decided: LastIdentityDecision }) {
  return (
    <Notice className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">
        <strong dir="auto">{name}</strong> {DECISION_TEXTS[decision]}.
      </p>
      <Form method="post" action={PATH}>
        <Button type="submit" quiet small name="decision" value="undo" {...keyed("undo")}>
          Undo
        </Button>
      </Form>
    </Notice>
  );
}

function Person({ person, chosen, waiting }: { person: IdentityToReview; chosen: string; waiting: number }) {
  const { id, name, title, candidates } = person;
  const index = Math.max(
    0,
    candidates.findIndex(({ key }) => key === chosen),
  );
  const candidate = candidates[index];
  const next = candidates[(index + 1) % candidates.length];
  if (!candidate || !next) return null;
  return (
    <section aria-labelledby="person">
      <h2 id="person" className="mt-0!">
        <Link to={`/admin/experts/${id}`} dir="auto">
          {name}
        </Link>
      </h2>
      <p dir="auto">{title}</p>
      <p className="mt-1 text-sm text-muted">
        {candidates.length > 1 && `Candidate ${index + 1} of ${candidates.length}. `}
        {waiting.toLocaleString("en")} {waiting === 1 ? "person waits" : "people wait"}.
      </p>
      <CandidateDetails of={candidate} />
      <ActionsForm method="post" action={PATH} className="mt-4">
        <input type="hidden" name="expert" value={id} />
        <input type="hidden" name="key" value={candidate.key} />
        <Button type="submit" name="decision" value="take" {...keyed("accept")}>
          This is the person
        </Button>
        {candidates.length > 1 && (
          <ButtonLink quiet to={`${PATH}?person=${id}&key=${encodeURIComponent(next.key)}`} {...keyed("another")}>
            Next candidate
          </ButtonLink>
        )}
        <Button type="submit" quiet name="decision" value="reject" {...keyed("reject")}>
          Somebody else
        </Button>
        <Button type="submit" quiet name="decision" value="skip" {...keyed("skip")}>
          Skip
        </Button>
      </ActionsForm>
      <Hint className="mt-2">Identifiers that you skip or reject are not proposed again.</Hint>
    </section>
  );
}

function CandidateDetails({ of: candidate }: { of: FoundIdentity }) {
  const { name, description, employers, works, reasons } = candidate;
  return (
    <div className="mt-3 max-w-measure">
      <p dir="auto">
        <strong>{name}</strong>
        {description && `, ${description}`}
      </p>
      <p>
        {PERSONAL.filter((kind) => candidate[kind]).map((kind, place) => (
          <span key={kind}>
            {place > 0 && " · "}
            <ExternalLink url={identifierPage(kind, candidate[kind])}>
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
