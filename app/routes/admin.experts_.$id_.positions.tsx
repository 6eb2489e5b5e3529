import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { Actions, Empty } from "~/components/admin/page-parts";
import { RowTick } from "~/components/admin/row-tick";
import { BulletList, Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ExternalLink, Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { type ProposedPosition, proposedPositions, takePositions } from "~/models/editing/identity/positions.server";
import { toExpert } from "~/models/records/experts/expert.server";
import { positionInWords } from "~/models/records/experts/positions";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { withPositions } from "~/models/records/profiles/public-view.server";

/** `?ask` asks ORCID and Wikidata; `?saved` says that positions were taken over. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const asked = searchParams.has("ask") ? await proposedPositions(editor, row.id).catch(inWords) : null;
    const { id, name, orcid, wikidata, updatedAt, positions } = withPositions(toExpert(row));
    const expert = { id, name, updatedAt, positions, isRegistered: orcid !== "" || wikidata !== "" };
    return { expert, asked, isSaved: searchParams.has("saved") };
  });
}

function inWords(error: unknown) {
  if (error instanceof AppError && error.problem !== "missing")
    return { proposals: [], alreadyThere: 0, problems: [error.message] };
  throw error;
}

/** Takes the ticked ones over. */
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
      <h1>
        Positions of <bdi>{expert.name}</bdi>
      </h1>
      <FormErrors refusal={refusalIn(answer)} title="Nothing was taken over" />
      {isSaved && !answer && <Notice role="status">Saved.</Notice>}
      {expert.positions.length === 0 ? (
        <p>The profile has no position yet.</p>
      ) : (
        <BulletList>
          {expert.positions.map((position) => (
            <li key={positionInWords(position)} dir="auto">
              {positionInWords(position)}
            </li>
          ))}
        </BulletList>
      )}
      <p>
        <Link to={path}>Edit the profile</Link>
      </p>
      {expert.isRegistered ? (
        <Form method="get" className="my-4">
          <Button type="submit" name="ask" value="yes">
            Ask ORCID and Wikidata
          </Button>
          <Hint className="mt-2">
            Nothing is taken over by itself. At ORCID the person or an organisation says where somebody works; each
            position tells who.
          </Hint>
        </Form>
      ) : (
        <Hint>
          ORCID and Wikidata can be asked once an identifier is known: <Link to={`${path}/identity`}>find it</Link>
        </Hint>
      )}
      {asked?.problems.map((problem) => (
        <Notice key={problem}>{problem}</Notice>
      ))}
      {asked && asked.problems.length === 0 && asked.proposals.length === 0 && (
        <Empty>
          {asked.alreadyThere === 0
            ? "Neither ORCID nor Wikidata has a position."
            : "The profile says all that ORCID and Wikidata say."}
        </Empty>
      )}
      {asked && asked.proposals.length > 0 && (
        <Form method="post">
          <input type="hidden" name="updatedAt" value={expert.updatedAt} />
          <DataTable head={[hiddenTitle("Select"), "Position", "Place", "Who says so", "As of"]}>
            {asked.proposals.map((proposal) => (
              <Row key={proposal.key} proposal={proposal} positions={expert.positions} />
            ))}
          </DataTable>
          <Actions className="mt-4">
            <Button type="submit">Take over</Button>
          </Actions>
        </Form>
      )}
    </>
  );
}

interface RowProps {
  proposal: ProposedPosition;
  positions: ProposedPosition["position"][];
}

function Row({ proposal: { key, position, instead }, positions }: RowProps) {
  const present = instead === null ? undefined : positions[instead];
  const { source, city, country, assertedBy, checkedAt } = position;
  return (
    <tr>
      <RowTick name="take[]" value={key} aria-label={`Select ${positionInWords(position)}`} />
      <td dir="auto">
        {source ? <ExternalLink url={source.url}>{positionInWords(position)}</ExternalLink> : positionInWords(position)}
        {present && <p className="text-sm text-muted">In place of: {positionInWords(present)}</p>}
      </td>
      <td>{[city, country].filter(Boolean).join(", ")}</td>
      <td>{assertedBy}</td>
      <td>{checkedAt}</td>
    </tr>
  );
}
