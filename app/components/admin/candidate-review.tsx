import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { KeyboardShortcuts } from "./keyboard-shortcuts";
import { type KeyInUse, keyProps } from "./keys";
import { ActionsForm, Crumbs, Empty } from "./page-parts";
import { Hint } from "./text";

/** The words of a page on which editors choose among candidates, for one person after the other. */
export interface ReviewWords {
  title: string;
  /** The address of the page. */
  path: string;
  /** The page of the search that found the candidates, its name, and a link's text. */
  search: { path: string; name: string; link: string };
  nobodyWaits: string;
  /** What a candidate is called, such as "Picture". */
  candidate: string;
  /** The name of the field that sends the candidate. Links use it, too. */
  field: string;
  take: string;
  reject: string;
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
  waiting: number;
  /** The last decision, which can be undone. */
  lastDecision: { name: string; decision: Decision } | null;
  answer: FormAnswer | undefined;
  /** The key of the selected candidate. Another value selects the first. */
  chosenKey: string;
  keyOf(candidate: Candidate): string;
  picture?(candidate: Candidate): ReactNode;
  details(candidate: Candidate): ReactNode;
  /** A further choice in the form. */
  option?(candidate: Candidate): ReactNode;
  optionKey?: KeyInUse | false;
}

/** Shows a person with a candidate, and the buttons to take, reject or skip it. Their action stores the decision. */
export function CandidateReview<Candidate>(props: CandidateReviewProps<Candidate>) {
  const { words, person, lastDecision, answer, optionKey = false } = props;
  const hasSeveralCandidates = (person?.candidates.length ?? 0) > 1;
  const keys: (KeyInUse | false)[] = [
    person !== null && ["accept", words.keyPurposes.accept],
    person !== null && ["reject", words.keyPurposes.reject],
    person !== null && ["skip", "skip"],
    person !== null && optionKey,
    hasSeveralCandidates && ["another", words.keyPurposes.another],
    lastDecision !== null && ["undo", "undo"],
  ];
  return (
    <>
      <Crumbs>
        <Link to={words.search.path}>{words.search.name}</Link>
      </Crumbs>
      <h1>{words.title}</h1>
      {lastDecision && <LastDecision words={words} decision={lastDecision} />}
      <FormErrors refusal={refusalIn(answer)} title="Nothing was changed" />
      {person ? (
        <Person key={person.id} {...props} person={person} />
      ) : (
        <Empty>
          {words.nobodyWaits}{" "}
          <Link className="underline" to={words.search.path}>
            {words.search.link}
          </Link>
        </Empty>
      )}
      <KeyboardShortcuts keys={keys.filter((key) => key !== false)} />
    </>
  );
}

function LastDecision({
  words,
  decision: { name, decision },
}: {
  words: ReviewWords;
  decision: { name: string; decision: Decision };
}) {
  return (
    <Notice className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">
        <strong dir="auto">{name}</strong> {words.decisions[decision]}.
      </p>
      <Form method="post" action={words.path}>
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

function Person<Candidate>({
  words,
  person,
  waiting,
  chosenKey,
  keyOf,
  picture,
  details,
  option,
}: PersonProps<Candidate>) {
  const { id, name, title, candidates } = person;
  const index = Math.max(
    0,
    candidates.findIndex((candidate) => keyOf(candidate) === chosenKey),
  );
  const candidate = candidates[index];
  const nextCandidate = candidates[(index + 1) % candidates.length];
  if (!candidate || !nextCandidate) return null;
  return (
    <section aria-labelledby="person" className={picture && "grid gap-x-6 gap-y-3 sm:grid-cols-[15rem_minmax(0,1fr)]"}>
      {picture?.(candidate)}
      <div>
        <h2 id="person" className="mt-0!">
          <Link to={`/admin/experts/${id}`} dir="auto">
            {name}
          </Link>
        </h2>
        <p dir="auto">{title}</p>
        <p className="mt-1 text-sm text-muted">
          {candidates.length > 1 && `${words.candidate} ${index + 1} of ${candidates.length}. `}
          {waiting.toLocaleString("en")} {waiting === 1 ? "person waits" : "people wait"}.
        </p>
        {details(candidate)}
        <ActionsForm method="post" action={words.path} className="mt-4">
          <input type="hidden" name="expert" value={id} />
          <input type="hidden" name={words.field} value={keyOf(candidate)} />
          {option?.(candidate)}
          <Button type="submit" name="decision" value="take" {...keyProps("accept")}>
            {words.take}
          </Button>
          {candidates.length > 1 && (
            <ButtonLink
              quiet
              to={`${words.path}?person=${id}&${words.field}=${encodeURIComponent(keyOf(nextCandidate))}`}
              {...keyProps("another")}
            >
              {`Next ${words.candidate.toLowerCase()}`}
            </ButtonLink>
          )}
          <Button type="submit" quiet name="decision" value="reject" {...keyProps("reject")}>
            {words.reject}
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
