import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { countNoun } from "~/models/base/text/numbers";
import { KeyboardShortcuts } from "./keyboard-shortcuts";
import { type KeyInUse, keyProps } from "./keys";
import { ActionsForm, Crumbs, Empty } from "./page-parts";
import { Hint } from "./text";

/** The words of a page on which editors choose among candidates, for one person after the other. */
export interface ReviewWords {
  title: string;
  /** The address of the page. */
  path: string;
  /** The search that found the candidates: its address, its name, and the text of the link to it. */
  search: { path: string; name: string; linkText: string };
  emptyText: string;
  /** The noun for a candidate, such as "Picture". */
  candidateNoun: string;
  /** The name of the form field, and of the parameter in links, that has the candidate's id. */
  fieldName: string;
  takeLabel: string;
  rejectLabel: string;
  /** Says that skipped and rejected candidates are not proposed again. */
  hint: string;
  keyPurposes: Record<"accept" | "reject" | "another", string>;
  /** Words that follow the person's name, such as "was skipped". */
  decisions: Record<Decision, string>;
}

type Decision = "taken" | "rejected" | "skipped";

interface CandidateReviewProps<Candidate> {
  words: ReviewWords;
  /** null if nobody waits for a decision. */
  person: { id: string; name: string; title: string; candidates: Candidate[] } | null;
  /** The number of people who wait. */
  waitingCount: number;
  /** The last decision, which can be undone. */
  lastDecision: { name: string; decision: Decision; at: string } | null;
  answer: FormAnswer | undefined;
  /** The id of the selected candidate. Another value selects the first. */
  selectedId: string;
  idOf(candidate: Candidate): string;
  renderPicture?(candidate: Candidate): ReactNode;
  renderDetails(candidate: Candidate): ReactNode;
  /** Renders a further choice in the form. */
  renderOption?(candidate: Candidate): ReactNode;
  /** Returns the key of the keyboard for that choice; false without one. */
  keyOfOption?(candidate: Candidate): KeyInUse | false;
}

/** Shows a person with a candidate, and the buttons to take, reject or skip it. The page's action stores the decision. */
export function CandidateReview<Candidate>(props: CandidateReviewProps<Candidate>) {
  const { words, person, lastDecision, answer } = props;
  const candidates = person?.candidates ?? [];
  const selectedCandidate = candidates[findSelectedIndex(props, candidates)];
  const keys: (KeyInUse | false)[] = [
    person !== null && ["accept", words.keyPurposes.accept],
    person !== null && ["reject", words.keyPurposes.reject],
    person !== null && ["skip", "skip"],
    selectedCandidate !== undefined && (props.keyOfOption?.(selectedCandidate) ?? false),
    candidates.length > 1 && ["another", words.keyPurposes.another],
    lastDecision !== null && ["undo", "undo"],
  ];
  return (
    <>
      <Crumbs>
        <Link to={words.search.path}>{words.search.name}</Link>
      </Crumbs>
      <h1>{words.title}</h1>
      {lastDecision && <LastDecision words={words} {...lastDecision} />}
      <FormErrors refusal={refusalIn(answer)} title="Nothing was changed" />
      {person ? (
        <Person key={person.id} {...props} person={person} />
      ) : (
        <Empty>
          {words.emptyText}{" "}
          <Link className="underline" to={words.search.path}>
            {words.search.linkText}
          </Link>
        </Empty>
      )}
      <KeyboardShortcuts keys={keys.filter((key) => key !== false)} />
    </>
  );
}

type LastDecisionProps = NonNullable<CandidateReviewProps<never>["lastDecision"]> & { words: ReviewWords };

function LastDecision({ words, name, decision, at }: LastDecisionProps) {
  return (
    <Notice className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">
        <strong dir="auto">{name}</strong> {words.decisions[decision]}.
      </p>
      <Form method="post" action={words.path}>
        {/* Names the decision, so that a double click does not undo the one before it too. */}
        <input type="hidden" name="at" value={at} />
        <Button type="submit" quiet small name="decision" value="undo" {...keyProps("undo")}>
          Undo
        </Button>
      </Form>
    </Notice>
  );
}

type PersonProps<Candidate> = CandidateReviewProps<Candidate> & {
  person: NonNullable<CandidateReviewProps<Candidate>["person"]>;
};

function findSelectedIndex<Candidate>(
  { selectedId, idOf }: Pick<CandidateReviewProps<Candidate>, "selectedId" | "idOf">,
  candidates: Candidate[],
): number {
  const index = candidates.findIndex((candidate) => idOf(candidate) === selectedId);
  return Math.max(0, index);
}

function Person<Candidate>({
  words,
  person,
  waitingCount,
  selectedId,
  idOf,
  renderPicture,
  renderDetails,
  renderOption,
}: PersonProps<Candidate>) {
  const { id, name, title, candidates } = person;
  const index = findSelectedIndex({ selectedId, idOf }, candidates);
  const candidate = candidates[index];
  const nextCandidate = candidates[(index + 1) % candidates.length];
  if (!candidate || !nextCandidate) return null;
  return (
    <section
      aria-labelledby="person"
      className={renderPicture && "grid gap-x-6 gap-y-3 sm:grid-cols-[15rem_minmax(0,1fr)]"}
    >
      {renderPicture?.(candidate)}
      <div>
        <h2 id="person" className="mt-0!">
          <Link to={`/admin/experts/${id}`} dir="auto">
            {name}
          </Link>
        </h2>
        <p dir="auto">{title}</p>
        <p className="mt-1 text-sm text-muted">
          {candidates.length > 1 && `${words.candidateNoun} ${index + 1} of ${candidates.length}. `}
          {countNoun(waitingCount, "person waits", "people wait")}.
        </p>
        {renderDetails(candidate)}
        <ActionsForm method="post" action={words.path} className="mt-4">
          <input type="hidden" name="expert" value={id} />
          <input type="hidden" name={words.fieldName} value={idOf(candidate)} />
          {renderOption?.(candidate)}
          <Button type="submit" name="decision" value="take" {...keyProps("accept")}>
            {words.takeLabel}
          </Button>
          {candidates.length > 1 && (
            <ButtonLink
              quiet
              to={`${words.path}?person=${id}&${words.fieldName}=${encodeURIComponent(idOf(nextCandidate))}`}
              {...keyProps("another")}
            >
              {`Next ${words.candidateNoun.toLowerCase()}`}
            </ButtonLink>
          )}
          <Button type="submit" quiet name="decision" value="reject" {...keyProps("reject")}>
            {words.rejectLabel}
          </Button>
          <Button type="submit" quiet name="decision" value="skip" {...keyProps("skip")}>
            Skip
          </Button>
        </ActionsForm>
        <Hint className="mt-2">{words.hint}</Hint>
      </div>
    </section>
  );
}
