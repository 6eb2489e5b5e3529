import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { Empty } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { LicenceFields } from "~/components/experts/licence-fields";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ExternalLink, Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { portraitProblem } from "~/models/editing/portraits/portrait-checks.server";
import { isSearchable } from "~/models/editing/portraits/portrait-items.server";
import {
  type FoundPortraits,
  findPortraits,
  type PortraitCandidate,
  recordPortraitCredit,
  removePortrait,
  takePortrait,
} from "~/models/editing/portraits/portraits.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { portraitAt } from "~/models/records/images/credits.server";

/** Shows the portrait of a profile. `?find` searches Wikidata and Wikimedia Commons. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const expert = await expertForAdmin(editor, params.id ?? "");
    const { id, name, imageUrl, deletedAt } = expert;
    if (deletedAt) throw redirect(`/admin/experts/${id}`);
    const isSearch = new URL(request.url).searchParams.has("find");
    const search = isSearch ? await findPortraits(editor, id, request.signal).catch(problemsOf) : null;
    const problem = await portraitProblem(editor, imageUrl);
    return { id, name, hasItem: isSearchable(expert), portrait: await portraitAt(imageUrl), problem, search };
  });
}

const FIELD_NAMES = { licence: "licence", author: "author", permission: "permission" };

function problemsOf(error: unknown): FoundPortraits {
  if (error instanceof AppError && error.problem !== "missing")
    return { candidates: [], refused: [], problems: [error.message] };
  throw error;
}

/** Takes the picture `file`, or records the licence of the current picture, or removes it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ file, intent, ...fields }) => {
    const editor = await requireEditor(request, context);
    const origin = siteOrigin(request);
    const key = params.id ?? "";
    const { id } = await (intent === "licence"
      ? recordPortraitCredit(editor, key, fields)
      : intent === "remove"
        ? removePortrait(editor, key, fields, { origin })
        : takePortrait(editor, key, { file }, { origin, signal: request.signal }));
    return redirect(`/admin/experts/${id}/portrait`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Portrait of ${data.name}` : "Portrait"} | Admin` },
];

const FAILURE_TITLES: Record<string, string> = {
  licence: "The licence was not recorded",
  remove: "The picture was not removed",
};

export default function Portrait() {
  const { id, hasItem, portrait, problem, search } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <FormErrors
        refusal={refusalIn(answer)}
        title={FAILURE_TITLES[String(answer?.values.intent)] ?? "The picture was not added"}
      />
      {portrait?.credit && <PhotoCredit credit={portrait.credit} />}
      {!portrait && <p>The profile has no picture yet.</p>}
      {portrait && problem && <PortraitProblem problem={problem} url={portrait.url} />}
      {portrait && !portrait.credit && (
        <Form method="post" className="my-4 max-w-measure">
          <input type="hidden" name="shownImage" value={portrait.url} />
          <LicenceFields names={FIELD_NAMES} answer={answer} legend="Who made this picture, and why may we show it?" />
          <Button type="submit" quiet name="intent" value="licence">
            Record the licence
          </Button>
        </Form>
      )}
      <Form method="get" className="my-4">
        <input type="hidden" name="find" value="1" />
        <Button type="submit">Find a portrait</Button>
        <Hint className="mt-2">
          This searches {hasItem ? "Wikidata for the picture of this person, and " : ""}Wikimedia Commons for pictures
          whose page has the name, which takes a few seconds.{" "}
          {!hasItem && (
            <>
              The Wikidata identifier gives better results.{" "}
              <Link to={`/admin/experts/${id}/identifiers`} preventScrollReset>
                Find it
              </Link>
              .
            </>
          )}
        </Hint>
      </Form>
      {search?.problems.map((problem) => (
        <Notice key={problem}>{problem}</Notice>
      ))}
      {search && search.candidates.length === 0 && search.problems.length === 0 && (
        <Empty>No picture with a free licence was found.</Empty>
      )}
      <ul className="grid fill-cols-68 gap-4">
        {search?.candidates.map((candidate) => (
          <Candidate key={candidate.file} expertId={id} candidate={candidate} />
        ))}
      </ul>
      {search && search.refused.length > 0 && (
        <>
          <h3>Not offered</h3>
          <BulletList>
            {search.refused.map(({ file, source, reason }) => (
              <li key={file}>
                <ExternalLink url={source}>{file}</ExternalLink>: {reason}.
              </li>
            ))}
          </BulletList>
        </>
      )}
    </>
  );
}

/** Shows what the weekly check found about the picture, and what to do. */
function PortraitProblem({ problem, url }: { problem: string; url: string }) {
  return (
    <Notice tone="caution">
      <p>{problem}</p>
      <p className="my-2">
        If only the licence or the name of the file changed, find the picture below and take it again. The profile then
        shows the current licence. If the picture was withdrawn, its licence may have been invalid. Choose another
        picture, or remove it.
      </p>
      <Form method="post">
        <input type="hidden" name="shownImage" value={url} />
        <Button type="submit" quiet danger small name="intent" value="remove">
          Remove the picture
        </Button>
      </Form>
    </Notice>
  );
}

function Candidate({ expertId, candidate }: { expertId: string; candidate: PortraitCandidate }) {
  const { file, source, width, height, from } = candidate;
  return (
    <li className="rounded-lg border border-line bg-surface p-3.5">
      <img
        src={`/admin/experts/${expertId}/portrait/preview?file=${encodeURIComponent(file)}`}
        alt={file}
        className="mb-2 h-48 max-w-full object-contain"
      />
      <PhotoCredit credit={candidate} />
      <Hint>
        <ExternalLink url={source}>{file}</ExternalLink>, {width} × {height}.{" "}
        {from === "wikidata"
          ? "The picture of this person’s item at Wikidata."
          : "Found only by the name. Please check that it shows this person."}
      </Hint>
      <Form method="post" className="mt-2">
        <input type="hidden" name="file" value={file} />
        <Button type="submit" quiet small aria-label={`Take ${file}`}>
          Take
        </Button>
      </Form>
    </li>
  );
}
