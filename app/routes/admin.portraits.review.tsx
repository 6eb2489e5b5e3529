import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { CandidateReview, type ReviewWords } from "~/components/admin/candidate-review";
import { keyProps } from "~/components/admin/keys";
import { Hint } from "~/components/admin/text";
import { PhotoCredit } from "~/components/experts/photo-credit";
import type { FormAnswer } from "~/components/forms/form-answer";
import { ExternalLink } from "~/components/ui/link";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import {
  decidePortrait,
  type FoundPicture,
  portraitReview,
  undoPortraitDecision,
} from "~/models/editing/portraits/portrait-review.server";
import { identifierUrl } from "~/models/records/experts/identifiers";

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
  return form(request, async ({ expert = "", decision, file, identifier, at }) => {
    const editor = await requireEditor(request, context);
    const origin = siteOrigin(request);
    if (decision === "undo") {
      const id = await undoPortraitDecision(editor, { origin, at });
      return redirect(`${PATH}?person=${id}`, 303);
    }
    await decidePortrait(editor, { expert, decision, file, identifier }, { origin, signal: request.signal });
    const id = encodeURIComponent(String(expert));
    return redirect(decision === "reject" ? `${PATH}?person=${id}&after=${id}` : `${PATH}?after=${id}`, 303);
  });
}

/** Reloads after a conflict, to show the decision that is now the latest. */
export { afterConflict as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction = () => [{ title: "Review portraits | Admin" }];

const WORDS: ReviewWords = {
  title: "Review portraits",
  path: PATH,
  search: { path: "/admin/portraits", name: "Portraits", linkText: "Look for portraits" },
  emptyText: "No pictures are waiting.",
  candidateNoun: "Picture",
  fieldName: "file",
  takeLabel: "Take",
  rejectLabel: "Not this person",
  hint: "Pictures that you skip or reject are not proposed again.",
  keyPurposes: { accept: "take", reject: "not this person", another: "next picture" },
  decisions: {
    taken: "now has a portrait",
    rejected: "is not the person in that picture",
    skipped: "was skipped",
  },
};

export default function ReviewPortraits() {
  const { person, waiting, last, file } = useLoaderData<typeof loader>();
  return (
    <CandidateReview
      words={WORDS}
      person={person}
      waitingCount={waiting}
      lastDecision={last}
      answer={useActionData<typeof action>() as FormAnswer | undefined}
      selectedId={file}
      idOf={(candidate) => candidate.file}
      renderPicture={(candidate) => (
        <img
          key={candidate.file}
          src={`/admin/experts/${person?.id}/portrait/preview?file=${encodeURIComponent(candidate.file)}`}
          alt={candidate.file}
          className="h-80 w-60 rounded-lg border border-line bg-surface object-contain"
        />
      )}
      renderDetails={(candidate) => (
        <>
          <PhotoCredit credit={candidate} />
          <Hint>
            <ExternalLink url={candidate.source}>{candidate.file}</ExternalLink>
            {`, ${candidate.width} × ${candidate.height}.`}
          </Hint>
          <PictureOrigin picture={candidate} />
        </>
      )}
      renderOption={({ item }) =>
        item &&
        !person?.wikidata && (
          <label className="flex w-full items-center gap-1.5">
            <input type="checkbox" name="identifier" value="keep" {...keyProps("also")} />
            Also keep the Wikidata identifier {item}
          </label>
        )
      }
      keyOfOption={({ item }) => item !== "" && !person?.wikidata && ["also", "also keep the identifier"]}
    />
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
      Wikidata: <ExternalLink url={identifierUrl("wikidata", item)}>{itemLabel || item}</ExternalLink>
      {itemDescription && `, ${itemDescription}`}. Found by{" "}
      <ExternalLink url={foundAt}>{FOUND_BY[foundBy]}</ExternalLink>.
    </p>
  );
}
