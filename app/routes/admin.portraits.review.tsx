import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { type KeyInUse, keyed } from "~/components/admin/keys";
import { ActionsForm, Crumbs, Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ExternalLink, Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import {
  decidePortrait,
  type FoundPicture,
  type LastDecision,
  type PersonToReview,
  portraitReview,
  undoPortraitDecision,
} from "~/models/editing/portraits/portrait-review.server";
import { identifierPage } from "~/models/records/experts/identifiers";

const PATH = "/admin/portraits/review";

/** Shows one person after the other with candidate pictures. `?file=` selects the picture. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const position = { person: searchParams.get("person") ?? "", after: searchParams.get("after") ?? "" };
    return { ...(await portraitReview(editor, position)), file: searchParams.get("file") ?? "" };
  });
}

/** Stores a decision and opens the next person. "undo" reopens the last person. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ expert = "", decision, file, identifier }) => {
    const editor = await requireEditor(request, context);
    const { origin } = new URL(request.url);
    if (decision === "undo") {
      const id = await undoPortraitDecision(editor, { origin });
      return redirect(`${PATH}?person=${id}`, 303);
    }
    await decidePortrait(editor, { expert, decision, file, identifier }, { origin, signal: request.signal });
    const id = encodeURIComponent(String(expert));
    return redirect(decision === "reject" ? `${PATH}?person=${id}&after=${id}` : `${PATH}?after=${id}`, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Review portraits | Admin" }];

export default function ReviewPortraits() {
  const { person, waiting, last, file } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <Crumbs>
        <Link to="/admin/portraits">Portraits</Link>
      </Crumbs>
      <h1>Review portraits</h1>
      {last && <LastDecisionNotice decided={last} />}
      <FormErrors refusal={refusalIn(answer)} title="Nothing was changed" />
      {person ? (
        <Person key={person.id} person={person} file={file} waiting={waiting} />
      ) : (
        <Empty>
          No pictures are waiting.{" "}
          <Link className="underline" to="/admin/portraits">
            Look for portraits
          </Link>
        </Empty>
      )}
      <KeyboardShortcuts
        keys={[
          ...(person ? WITH_PERSON : []),
          ...(person && !person.wikidata ? [["also", "also keep the identifier"] as KeyInUse] : []),
          ...(person && person.candidates.length > 1 ? [["another", "next picture"] as KeyInUse] : []),
          ...(last ? [["undo", "undo"] as KeyInUse] : []),
        ]}
      />
    </>
  );
}

const WITH_PERSON: KeyInUse[] = [
  ["accept", "take"],
  ["reject", "not this person"],
  ["skip", "skip"],
];

const DECISION_TEXTS: Record<LastDecision["decision"], string> = {
  taken: "now has a portrait",
  rejected: "is not the person in that picture",
  skipped: "was skipped",
};

function LastDecisionNotice({ decided: { name, decision } }: { decided: LastDecision }) {
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

const FOUND_BY = {
  wikidata: "the Wikidata identifier of this profile",
  article: "the Wikipedia article this profile links to",
  orcid: "the ORCID iD of this profile",
};

/** Shows whom the picture depicts according to Wikidata, and how it was found. */
function PictureOrigin({ picture: { foundBy, foundAt, item, itemLabel, itemDescription } }: { picture: FoundPicture }) {
  if (foundBy === "") return <Hint>Wikidata names it as a picture of this person.</Hint>;
  return (
    <p className="mt-2 max-w-measure text-sm">
      Wikidata: <ExternalLink url={identifierPage("wikidata", item)}>{itemLabel || item}</ExternalLink>
      {itemDescription && `, ${itemDescription}`}. Found by{" "}
      <ExternalLink url={foundAt}>{FOUND_BY[foundBy]}</ExternalLink>.
    </p>
  );
}

function Person({ person, file, waiting }: { person: PersonToReview; file: string; waiting: number }) {
  const { id, name, title, wikidata, candidates } = person;
  const index = Math.max(
    0,
    candidates.findIndex((candidate) => candidate.file === file),
  );
  const candidate = candidates[index];
  const next = candidates[(index + 1) % candidates.length];
  if (!candidate || !next) return null;
  return (
    <section aria-labelledby="person" className="grid gap-x-6 gap-y-3 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <img
        key={candidate.file}
        src={`/admin/experts/${id}/portrait/preview?file=${encodeURIComponent(candidate.file)}`}
        alt={candidate.file}
        className="h-80 w-60 rounded-lg border border-line bg-surface object-contain"
      />
      <div>
        <h2 id="person" className="mt-0!">
          <Link to={`/admin/experts/${id}`} dir="auto">
            {name}
          </Link>
        </h2>
        <p>{title}</p>
        <p className="mt-1 text-sm text-muted">
          {candidates.length > 1 && `Picture ${index + 1} of ${candidates.length}. `}
          {waiting.toLocaleString("en")} {waiting === 1 ? "person waits" : "people wait"}.
        </p>
        <PhotoCredit credit={candidate} />
        <Hint>
          <ExternalLink url={candidate.source}>{candidate.file}</ExternalLink>, {candidate.width} × {candidate.height}.
        </Hint>
        <PictureOrigin picture={candidate} />
        <ActionsForm method="post" action={PATH} className="mt-4">
          <input type="hidden" name="expert" value={id} />
          <input type="hidden" name="file" value={candidate.file} />
          {candidate.item && !wikidata && (
            <label className="flex w-full items-center gap-1.5">
              <input type="checkbox" name="identifier" value="keep" {...keyed("also")} />
              Also keep the Wikidata identifier {candidate.item}
            </label>
          )}
          <Button type="submit" name="decision" value="take" {...keyed("accept")}>
            Take
          </Button>
          {candidates.length > 1 && (
            <ButtonLink quiet to={`${PATH}?person=${id}&file=${encodeURIComponent(next.file)}`} {...keyed("another")}>
              Next picture
            </ButtonLink>
          )}
          <Button type="submit" quiet name="decision" value="reject" {...keyed("reject")}>
            Not this person
          </Button>
          <Button type="submit" quiet name="decision" value="skip" {...keyed("skip")}>
            Skip
          </Button>
        </ActionsForm>
        <Hint className="mt-2">Pictures that you skip or reject are not proposed again.</Hint>
      </div>
    </section>
  );
}
