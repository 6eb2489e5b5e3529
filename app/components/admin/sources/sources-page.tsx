import { Empty, PageLine, RowActions, RowActionsForm } from "~/components/admin/page-parts";
import { Badge, BulletList, ErrorText, Hint, PlainText } from "~/components/admin/text";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { SourcesPage as Page } from "~/models/editing/sources/sources.server";
import type { EvidenceWithFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import type { Fact } from "~/models/records/evidence/facts/fact";
import { MarkedText } from "./facts";
import { SentenceForms } from "./sentence-forms";
import { SourceDetails } from "./source-of";

interface Props {
  sources: Page;
  isDone: boolean;
  isRefused: boolean;
  /** True if a text model is set up. */
  canAsk: boolean;
  answer: FormAnswer | undefined;
  level: "h2" | "h3";
}

/** Shows the sources as a page. @param editor the address of the Back button. */
export function SourcesPage({ editor, ...section }: Omit<Props, "level"> & { editor: string }) {
  return (
    <>
      <PageLine>
        <h1>
          Sources of <bdi>{section.sources.name}</bdi>
        </h1>
        <ButtonLink quiet to={editor}>
          Back
        </ButtonLink>
      </PageLine>
      <Sources {...section} level="h2" />
    </>
  );
}

/** Shows the sources as a section of a page that has the heading. */
export function SourcesSection(section: Omit<Props, "level">) {
  return <Sources {...section} level="h3" />;
}

/** Lists the problems that prevent publishing, and every sentence with its sources. */
function Sources({ sources, isDone, isRefused, canAsk, answer, level: Heading }: Props) {
  const { path, fields, lost } = sources;
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <div role="status">
        {isDone && !answer && <Notice>Saved.</Notice>}
        {isRefused && !answer && (
          <Notice tone="caution">It was not published, for the reasons below. The text is saved.</Notice>
        )}
      </div>
      <Problems sources={sources} canAsk={canAsk} answer={answer} level={Heading} />
      <RowActions className="my-3">
        {sources.kind === "experts" &&
          fields.some(({ sentences }) => sentences.some(({ evidence }) => evidence.length === 0)) && (
            <ButtonLink small to={`${path}/find`}>
              Find sources
            </ButtonLink>
          )}
        {fields.some(({ sentences }) => sentences.some(({ evidence }) => evidence.some(({ source }) => source))) && (
          <RowActionsForm method="post" action={path}>
            <input type="hidden" name="intent" value="check" />
            <SubmitButton small quiet pending="Opening the pages…">
              Check the sources now
            </SubmitButton>
          </RowActionsForm>
        )}
      </RowActions>
      <OrphanedInput fields={fields} answer={answer} />
      {fields.length === 0 && <Empty>There are no sentences here yet.</Empty>}
      {fields.map(({ field, label, isAi, sentences }) => (
        <section key={field} aria-labelledby={`field-${field}`}>
          <Heading id={`field-${field}`}>
            {label} {isAi && <Badge>Written with AI</Badge>}
          </Heading>
          <ol>
            {sentences.map(({ sentence, evidence }, index) => (
              <li
                key={keyOf(sentences, index)}
                id={anchorOf(field, index)}
                className="scroll-mt-20 border-t border-line py-3"
              >
                <PlainText>
                  <MarkedText text={sentence} facts={factsOfSentence(sentence, evidence)} side="sentence" />
                </PlainText>
                {evidence.length === 0 && <Hint>No source.</Hint>}
                {evidence.map((source) => (
                  <SourceDetails key={source.id} evidence={source} path={path} canAsk={canAsk} />
                ))}
                <SentenceForms path={path} field={field} sentence={sentence} answer={answer} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {lost.length > 0 && (
        <section aria-labelledby="lost">
          <Heading id="lost">Sources of sentences that were edited</Heading>
          <Hint>Readers do not see these sources. Confirm that a source supports the new sentence, or remove it.</Hint>
          <ol>
            {lost.map(({ evidence, closest }) => (
              <li key={evidence.id} className="border-t border-line py-3">
                <PlainText>
                  <del>{evidence.sentence}</del>
                </PlainText>
                {closest && (
                  <PlainText>
                    <ins>{closest}</ins>
                  </PlainText>
                )}
                <SourceDetails evidence={evidence} path={path} currentSentence={closest} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Returns the React key of a sentence, whose forms follow it to another place. A text may have the same sentence twice. */
function keyOf(sentences: { sentence: string }[], place: number): string {
  const sentence = sentences[place]?.sentence;
  return `${sentence} ${sentences.slice(0, place).filter((other) => other.sentence === sentence).length}`;
}

/** Returns the element id of a sentence. */
function anchorOf(field: string, place: number): string {
  return `sentence-${field}-${place + 1}`;
}

/** Links to the sentence or field that a problem is about, or shows plain text if it is not on the page. */
function SentenceLink({ fields, at, children }: { fields: Page["fields"]; at: Problem["at"]; children: string }) {
  const target = at && fields.find(({ field }) => field === at.field);
  if (!target) return <>{children}</>;
  const index = target.sentences.findIndex(({ sentence }) => sentence === at.sentence);
  return <a href={`#${index < 0 ? `field-${at.field}` : anchorOf(at.field, index)}`}>{children}</a>;
}

type Problem = Page["problems"][number];

/** Returns the facts of the unchanged sentences; marks are offsets in the sentence that got the source. */
function factsOfSentence(sentence: string, evidence: EvidenceWithFacts[]): Fact[] {
  return evidence.filter((source) => source.sentence === sentence).flatMap(({ facts }) => facts);
}

function Problems({
  sources: { problems, path, fields },
  canAsk,
  answer,
  level: Heading,
}: Pick<Props, "sources" | "canAsk" | "answer" | "level">) {
  const openProblems = problems.filter(({ blocks, accepted }) => blocks && !accepted);
  const otherProblems = problems.filter((problem) => !openProblems.includes(problem));
  const unsupportedSentences = fields.flatMap(({ field, sentences }) =>
    sentences.flatMap(({ sentence, evidence }) =>
      evidence.some(({ facts }) => facts.length > 0) ? { field, sentence } : [],
    ),
  );
  return (
    <section aria-labelledby="problems">
      <Heading id="problems">Before publishing</Heading>
      {problems.length === 0 && <p>Nothing prevents publishing.</p>}
      {openProblems.length > 0 && (
        <ul>
          {openProblems.map(({ key, text, at }) => (
            <li key={key} className="border-t border-line py-2">
              <p className="[&_a]:underline">
                <SentenceLink fields={fields} at={at}>{`${text}.`}</SentenceLink>
              </p>
              <Accept path={path} problem={key} label={text} answer={answer} />
            </li>
          ))}
          {openProblems.length > 1 && (
            <li className="border-t border-line py-2">
              <p>All {openProblems.length} of them:</p>
              <Accept path={path} problem="" label="all of them" answer={answer} />
            </li>
          )}
        </ul>
      )}
      {unsupportedSentences.length > 0 && (
        <>
          <p>
            {unsupportedSentences.length === 1
              ? "1 sentence states something that its quote does not. It is marked below."
              : `${unsupportedSentences.length} sentences state something that their quotes do not. It is marked below.`}
          </p>
          <BulletList>
            {unsupportedSentences.map((at) => (
              <li key={at.field + at.sentence}>
                <SentenceLink fields={fields} at={at}>
                  {at.sentence}
                </SentenceLink>
              </li>
            ))}
          </BulletList>
        </>
      )}
      {!canAsk &&
        fields.some(({ sentences }) => sentences.some(({ evidence }) => evidence.some(({ quote }) => quote))) && (
          <Hint>
            No text model is set up, so the meaning of the quotes was not checked. Only numbers, dates, units, names and
            negations were compared.
          </Hint>
        )}
      {otherProblems.length > 0 && (
        <BulletList>
          {otherProblems.map(({ key, text, at, accepted }) => (
            <li key={key}>
              <SentenceLink fields={fields} at={at}>{`${text}.`}</SentenceLink>
              {accepted && ` Accepted by ${accepted.by}: ${accepted.reason}`}
            </li>
          ))}
        </BulletList>
      )}
    </section>
  );
}

interface AcceptProps {
  path: string;
  /** The key of the problem; "" for all problems. */
  problem: string;
  label: string;
  answer: FormAnswer | undefined;
}

function Accept({ path, problem, label, answer }: AcceptProps) {
  const isThisProblem = typedText(answer, "intent") === "accept" && typedText(answer, "key") === problem;
  return (
    <>
      <RowActionsForm method="post" action={path} preventScrollReset>
        <input type="hidden" name="intent" value="accept" />
        <input type="hidden" name="key" value={problem} />
        <input
          name="reason"
          required
          maxLength={500}
          placeholder="Reason to publish anyway"
          aria-label={`Reason to publish anyway: ${label}`}
          defaultValue={isThisProblem ? typedText(answer, "reason") : ""}
        />
        <Button type="submit" quiet small aria-label={problem ? `Accept: ${label}` : undefined}>
          {problem ? "Accept" : "Accept all"}
        </Button>
      </RowActionsForm>
      {isThisProblem && answer?.fieldErrors?.reason && <ErrorText>{answer.fieldErrors.reason}</ErrorText>}
    </>
  );
}

/** Shows the refused input for a sentence that somebody has changed or removed meanwhile. */
function OrphanedInput({ fields, answer }: { fields: Page["fields"]; answer: FormAnswer | undefined }) {
  const sentence = typedText(answer, "sentence");
  const texts = ["title", "doi", "isbn", "url", "place", "quote", "reason"].flatMap(
    (name) => typedText(answer, name) || [],
  );
  const isInText = fields.some(
    (field) =>
      field.field === typedText(answer, "field") && field.sentences.some((other) => other.sentence === sentence),
  );
  if (isInText || texts.length === 0) return null;
  return (
    <Notice tone="caution">
      You typed this for “{sentence}”, which is no longer in the text:
      <BulletList>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </BulletList>
    </Notice>
  );
}
