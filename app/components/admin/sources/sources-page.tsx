import { Empty, PageLine, RowActions, RowActionsForm } from "~/components/admin/page-parts";
import { Badge, BulletList, ErrorText, Hint, PlainText } from "~/components/admin/text";
import { type FormAnswer, refusalIn, typed } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { SourcesPage as Page } from "~/models/editing/sources/sources.server";
import type { EvidenceWithFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import type { Fact } from "~/models/records/evidence/facts/fact";
import { Marked } from "./facts";
import { SentenceForms } from "./sentence-forms";
import { SourceOf } from "./source-of";

interface Props {
  sources: Page;
  isDone: boolean;
  isRefused: boolean;
  /** True if a text model is set up. */
  canAsk: boolean;
  answer: FormAnswer | undefined;
  level: "h2" | "h3";
}

/** A page of its own. @param editor where to go back to. */
export function SourcesPage({ editor, ...shown }: Omit<Props, "level"> & { editor: string }) {
  return (
    <>
      <PageLine>
        <h1>
          Sources of <bdi>{shown.sources.name}</bdi>
        </h1>
        <ButtonLink quiet to={editor}>
          Back
        </ButtonLink>
      </PageLine>
      <Sources {...shown} level="h2" />
    </>
  );
}

/** Part of a page that has the heading. */
export function SourcesSection(shown: Omit<Props, "level">) {
  return <Sources {...shown} level="h3" />;
}

/** Every sentence with its source, what stands against publishing, and what can be done about both. */
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
      <LostTyping fields={fields} answer={answer} />
      {fields.length === 0 && <Empty>There are no sentences here yet.</Empty>}
      {fields.map(({ field, label, isAi, sentences }) => (
        <section key={field} aria-labelledby={`field-${field}`}>
          <Heading id={`field-${field}`}>
            {label} {isAi && <Badge>Written with AI</Badge>}
          </Heading>
          <ol>
            {sentences.map(({ sentence, evidence }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand there twice
              <li key={place} id={anchorOf(field, place)} className="scroll-mt-20 border-t border-line py-3">
                <PlainText>
                  <Marked text={sentence} facts={factsOfSentence(sentence, evidence)} side="sentence" />
                </PlainText>
                {evidence.length === 0 && <Hint>No source.</Hint>}
                {evidence.map((source) => (
                  <SourceOf key={source.id} evidence={source} path={path} canAsk={canAsk} />
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
          <Hint>
            Readers do not see them. Say that a source still holds for what the sentence says now, or remove it.
          </Hint>
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
                <SourceOf evidence={evidence} path={path} holdsFor={closest} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** The id of a sentence on this page. */
function anchorOf(field: string, place: number): string {
  return `sentence-${field}-${place + 1}`;
}

/** Leads from what is said of a sentence or field down to it; the words alone where it is not on the page. */
function ToSentence({ fields, at, children }: { fields: Page["fields"]; at: Problem["at"]; children: string }) {
  const target = at && fields.find(({ field }) => field === at.field);
  if (!target) return <>{children}</>;
  const place = target.sentences.findIndex(({ sentence }) => sentence === at.sentence);
  return <a href={`#${place < 0 ? `field-${at.field}` : anchorOf(at.field, place)}`}>{children}</a>;
}

type Problem = Page["problems"][number];

/** Marks stand at offsets of the sentence as it was when it got its source. */
function factsOfSentence(sentence: string, evidence: EvidenceWithFacts[]): Fact[] {
  return evidence.filter((source) => source.sentence === sentence).flatMap(({ facts }) => facts);
}

function Problems({
  sources: { problems, path, fields },
  canAsk,
  answer,
  level: Heading,
}: Pick<Props, "sources" | "canAsk" | "answer" | "level">) {
  const open = problems.filter(({ blocks, accepted }) => blocks && !accepted);
  const others = problems.filter((problem) => !open.includes(problem));
  const differing = fields.flatMap(({ field, sentences }) =>
    sentences.flatMap(({ sentence, evidence }) =>
      evidence.some(({ facts }) => facts.length > 0) ? { field, sentence } : [],
    ),
  );
  return (
    <section aria-labelledby="problems">
      <Heading id="problems">Before publishing</Heading>
      {problems.length === 0 && <p>Nothing prevents publishing.</p>}
      {open.length > 0 && (
        <ul>
          {open.map(({ key, text, at }) => (
            <li key={key} className="border-t border-line py-2">
              <p className="[&_a]:underline">
                <ToSentence fields={fields} at={at}>{`${text}.`}</ToSentence>
              </p>
              <Accept path={path} problem={key} label={text} answer={answer} />
            </li>
          ))}
          {open.length > 1 && (
            <li className="border-t border-line py-2">
              <p>All {open.length} of them:</p>
              <Accept path={path} problem="" label="all of them" answer={answer} />
            </li>
          )}
        </ul>
      )}
      {differing.length > 0 && (
        <>
          <p>
            {differing.length === 1
              ? "1 sentence states something that its quote has not. It is marked below."
              : `${differing.length} sentences state something that their quotes have not. It is marked below.`}
          </p>
          <BulletList>
            {differing.map((at) => (
              <li key={at.field + at.sentence}>
                <ToSentence fields={fields} at={at}>
                  {at.sentence}
                </ToSentence>
              </li>
            ))}
          </BulletList>
        </>
      )}
      {!canAsk &&
        fields.some(({ sentences }) => sentences.some(({ evidence }) => evidence.some(({ quote }) => quote))) && (
          <Hint>
            Nobody was asked whether the quotes say what the sentences say: no text model is set up. Only numbers,
            dates, units, names and negations are compared.
          </Hint>
        )}
      {others.length > 0 && (
        <BulletList>
          {others.map(({ key, text, at, accepted }) => (
            <li key={key}>
              <ToSentence fields={fields} at={at}>{`${text}.`}</ToSentence>
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
  /** Its key; "" for all. */
  problem: string;
  label: string;
  answer: FormAnswer | undefined;
}

function Accept({ path, problem, label, answer }: AcceptProps) {
  const isMine = typed(answer, "intent") === "accept" && typed(answer, "key") === problem;
  return (
    <>
      <RowActionsForm method="post" action={path} preventScrollReset>
        <input type="hidden" name="intent" value="accept" />
        <input type="hidden" name="key" value={problem} />
        <input
          name="reason"
          required
          maxLength={500}
          placeholder="Why it may be published"
          aria-label={`Why this may be published: ${label}`}
          defaultValue={isMine ? typed(answer, "reason") : ""}
        />
        <Button type="submit" quiet small aria-label={problem ? `Accept: ${label}` : undefined}>
          {problem ? "Accept" : "Accept all"}
        </Button>
      </RowActionsForm>
      {isMine && answer?.fieldErrors?.reason && <ErrorText>{answer.fieldErrors.reason}</ErrorText>}
    </>
  );
}

/** Shows the input for a sentence that somebody has changed since. */
function LostTyping({ fields, answer }: { fields: Page["fields"]; answer: FormAnswer | undefined }) {
  const sentence = typed(answer, "sentence");
  const texts = ["title", "doi", "isbn", "url", "place", "quote", "reason"].flatMap(
    (name) => typed(answer, name) || [],
  );
  const isThere = fields.some(
    (field) => field.field === typed(answer, "field") && field.sentences.some((other) => other.sentence === sentence),
  );
  if (isThere || texts.length === 0) return null;
  return (
    <Notice tone="caution">
      You typed this for “{sentence}”, which is not in the text any more:
      <BulletList>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </BulletList>
    </Notice>
  );
}
