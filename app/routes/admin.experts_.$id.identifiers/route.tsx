import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { PlainField } from "~/components/admin/field-group";
import { Empty } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { acceptIdentifiers } from "~/models/editing/identity/accept.server";
import { findCandidates } from "~/models/editing/identity/candidates.server";
import { identifiersOf, PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { institutionOf, withoutInstitution } from "~/models/records/experts/institution";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { CandidatePanel, IdentifierLink } from "./candidate-panel";

/** Shows the identifiers of a person. `?name=` asks ORCID, Wikidata and OpenAlex; `?saved` confirms that identifiers were saved. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const name = searchParams.get("name");
    const search = name === null ? null : await findCandidates(editor, row.id, { name }).catch(problemsOf);
    const { id, name: expertName, title, updatedAt } = row;
    const hasInstitution = institutionOf(row).name !== "";
    const expert = { id, name: expertName, title, hasInstitution, updatedAt, identifiers: identifiersOf(row) };
    return { expert, name: name?.trim() || expertName, search, isSaved: searchParams.has("saved") };
  });
}

function problemsOf(error: unknown) {
  if (error instanceof AppError && error.problem !== "missing") return { candidates: [], problems: [error.message] };
  throw error;
}

/** Accepts the identifiers of one candidate. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ institutionToo, ...sentFields }) => {
    const fields = institutionToo ? sentFields : withoutInstitution(sentFields);
    const editor = await requireEditor(request, context);
    const { id } = await acceptIdentifiers(editor, params.id ?? "", fields);
    return redirect(`/admin/experts/${id}/identifiers?saved`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Identifiers of ${data.expert.name}` : "Identifiers"} | Admin` },
];

export default function Identifiers() {
  const { expert, name, search, isSaved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const path = `/admin/experts/${expert.id}`;
  const kinds = PERSONAL_IDENTIFIERS.filter((kind) => expert.identifiers[kind]);
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Nothing was linked" />
      {isSaved && !answer && <Notice role="status">Saved.</Notice>}
      {kinds.length === 0 ? (
        <p>This profile has no identifier yet.</p>
      ) : (
        <BulletList>
          {kinds.map((kind) => (
            <li key={kind}>
              <IdentifierLink kind={kind} id={expert.identifiers[kind]} />
            </li>
          ))}
        </BulletList>
      )}
      {expert.identifiers.openalex && (
        <p>
          <Link to={`${path}/works`} preventScrollReset>
            Works from OpenAlex
          </Link>
        </p>
      )}
      {(expert.identifiers.orcid || expert.identifiers.wikidata) && (
        <p>
          <Link to={`${path}/positions`} preventScrollReset>
            Positions from ORCID and Wikidata
          </Link>
        </p>
      )}
      <Form method="get" className="my-4 max-w-form">
        <PlainField>
          <label htmlFor="name-to-look-for">Name to look for</label>
          <input id="name-to-look-for" name="name" dir="auto" autoComplete="off" defaultValue={name} />
        </PlainField>
        <Button type="submit">Find identifiers</Button>
        <Hint className="mt-2">This asks ORCID, Wikidata and OpenAlex, which takes a few seconds.</Hint>
      </Form>
      {search?.problems.map((problem) => (
        <Notice key={problem}>{problem}</Notice>
      ))}
      {search && search.candidates.length === 0 && <Empty>ORCID, Wikidata and OpenAlex have no candidate.</Empty>}
      {search?.candidates.map((candidate) => (
        <CandidatePanel
          key={PERSONAL_IDENTIFIERS.map((kind) => candidate[kind]).join()}
          candidate={candidate}
          name={name}
          hasInstitution={expert.hasInstitution}
          updatedAt={expert.updatedAt}
        />
      ))}
    </>
  );
}
