import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { Actions, Empty } from "~/components/admin/page-parts";
import { RowCheckbox } from "~/components/admin/row-checkbox";
import { BulletList, Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ExternalLink, Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { placeName } from "~/models/base/places/places.server";
import { type ProposedPosition, proposedPositions, takePositions } from "~/models/editing/identity/positions.server";
import { toExpert } from "~/models/records/experts/expert.server";
import { asOf, entryOfPosition, type Position, positionInWords } from "~/models/records/experts/positions";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { withPositions } from "~/models/records/profiles/public-view.server";

/** Shows the positions of a person. `?ask` asks ORCID and Wikidata; `?saved` confirms that positions were added. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const lookUp = searchParams.has("ask") ? await proposedPositions(editor, row.id).catch(problemsOf) : null;
    const { id, name, orcid, wikidata, updatedAt, positions } = withPositions(toExpert(row));
    const isRegistered = orcid !== "" || wikidata !== "";
    const expert = { id, name, updatedAt, positions: positions.map(withPlaceName), isRegistered };
    const proposals =
      lookUp?.proposals.map((proposal) => ({ ...proposal, position: withPlaceName(proposal.position) })) ?? [];
    return { expert, asked: lookUp && { ...lookUp, proposals }, isSaved: searchParams.has("saved") };
  });
}

function withPlaceName(position: Position) {
  return { ...position, place: placeName(position) };
}

type PositionWithPlace = ReturnType<typeof withPlaceName>;

function problemsOf(error: unknown) {
  if (error instanceof AppError && error.problem !== "missing")
    return { proposals: [], alreadyThere: 0, problems: [error.message] };
  throw error;
}

/** Adds the selected positions to the profile. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ take = [], updatedAt }) => {
    const editor = await requireEditor(request, context);
    const { id } = await takePositions(editor, params.id ?? "", { take, updatedAt });
    return redirect(`/admin/experts/${id}/positions?saved`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Positions of ${data.expert.name}` : "Positions"} | Admin` },
];

export default function Positions() {
  const { expert, asked, isSaved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const path = `/admin/experts/${expert.id}`;
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="No Position Was Added" />
      {isSaved && !answer && <Notice role="status">Saved.</Notice>}
      {expert.positions.length === 0 ? (
        <p>The profile has no position yet.</p>
      ) : (
        <BulletList>
          {expert.positions.map((position) => (
            <li key={entryOfPosition(position)} dir="auto" className="mb-2 wrap-anywhere">
              <PositionName position={position} />
              <p className="text-sm text-muted">{detailsOf(position)}</p>
              {position.disputed && <p className="text-sm">Disputed: {position.disputed.text}</p>}
            </li>
          ))}
        </BulletList>
      )}
      {expert.isRegistered ? (
        <Form method="get" className="my-4">
          <Button type="submit" name="ask" value="yes">
            Ask ORCID and Wikidata
          </Button>
          <Hint className="mt-2">
            Nothing is added without you. At ORCID the person or an organisation states where somebody works, and each
            position names which of them.
          </Hint>
        </Form>
      ) : (
        <Hint>
          To ask ORCID and Wikidata, the profile needs an identifier.{" "}
          <Link to={`${path}/identifiers`} preventScrollReset>
            Find it
          </Link>
        </Hint>
      )}
      {asked?.problems.map((problem) => (
        <Notice key={problem}>{problem}</Notice>
      ))}
      {asked && asked.problems.length === 0 && asked.proposals.length === 0 && (
        <Empty>
          {asked.alreadyThere === 0
            ? "Neither ORCID nor Wikidata has a position."
            : "The profile already has all positions from ORCID and Wikidata."}
        </Empty>
      )}
      {asked && asked.proposals.length > 0 && (
        <Form method="post">
          <input type="hidden" name="updatedAt" value={expert.updatedAt} />
          <DataTable head={[hiddenTitle("Select"), "Position", "Place", "Stated by", "As of"]}>
            {asked.proposals.map((proposal) => (
              <Row key={proposal.key} proposal={proposal} positions={expert.positions} />
            ))}
          </DataTable>
          <Actions className="mt-4">
            <Button type="submit">Add to the profile</Button>
          </Actions>
        </Form>
      )}
    </>
  );
}

/** Shows a position, as a link to its source if it has one. */
function PositionName({ position }: { position: Position }): ReactNode {
  const words = positionInWords(position);
  return position.source ? <ExternalLink url={position.source.url}>{words}</ExternalLink> : words;
}

function detailsOf(position: PositionWithPlace): string {
  const { place, assertedBy, checkedAt, source } = position;
  const day = checkedAt ? `checked on ${checkedAt}` : asOf(position);
  return [place, day, assertedBy && `according to ${assertedBy}`, !source && "without a source"]
    .filter(Boolean)
    .join(" · ");
}

interface RowProps {
  proposal: ProposedPosition & { position: PositionWithPlace };
  positions: Position[];
}

function Row({ proposal: { key, position, instead: replacedIndex }, positions }: RowProps) {
  const presentPosition = replacedIndex === null ? undefined : positions[replacedIndex];
  const { place, assertedBy, checkedAt } = position;
  return (
    <tr>
      <RowCheckbox name="take[]" value={key} aria-label={`Select ${positionInWords(position)}`} />
      <td dir="auto">
        <PositionName position={position} />
        {presentPosition && <p className="text-sm text-muted">In place of: {positionInWords(presentPosition)}</p>}
      </td>
      <td>{place}</td>
      <td>{assertedBy}</td>
      <td>{checkedAt}</td>
    </tr>
  );
}
