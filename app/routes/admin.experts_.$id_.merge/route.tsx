import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { SaveBar } from "~/components/admin/field-group";
import { Empty, Matches } from "~/components/admin/page-parts";
import { RelistReason } from "~/components/admin/relist-reason";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { ExpertRow } from "~/db.server";
import { form, page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { aboutFound, profilesFound } from "~/models/editing/experts/drafts.server";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import { possibleDuplicates } from "~/models/records/experts/possible-duplicates.server";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { mergeExperts, mergeObstacle, shownDifferences } from "~/models/whole/merge/merge.server";
import { MergeFields } from "./merge-fields";

/** The number of offered matches. */
const MAX_MATCHES = 8;
const CHOICE_PREFIX = "take.";

/** Shows the expert beside the expert of `?with=`. Shows a search for the other expert if there is none, or none that can be merged. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const keptExpert = versionOf(row);
    const { searchParams } = new URL(request.url);
    const key = searchParams.get("with");
    const otherExpert = key ? await expertForAdmin(editor, key) : null;
    if (otherExpert && otherExpert.id !== row.id && !otherExpert.deletedAt)
      return { kept: keptExpert, search: "", matches: [], ...(await comparisonOf(row, otherExpert)) };
    const search = searchParams.get("search")?.trim() ?? "";
    const matches = await matchesFor(editor, { ...keptExpert, links: recordOf(row).referenceLinks }, search);
    return { kept: keptExpert, search, matches, other: null, fields: [], obstacle: null };
  });
}

async function comparisonOf(row: ExpertRow, otherExpert: ExpertRow) {
  return {
    other: { ...versionOf(otherExpert), hasNotes: otherExpert.notes !== "" },
    fields: await shownDifferences(recordOf(row), recordOf(otherExpert)),
    obstacle: mergeObstacle(row, otherExpert),
  };
}

function versionOf({ id, name, slug, updatedAt }: ExpertRow) {
  return { id, name, slug, updatedAt };
}

/** Returns the results of the search, or without a search the possible duplicates. */
async function matchesFor(
  editor: Editor,
  keptExpert: { id: string; name: string; slug: string; links: string[] },
  search: string,
) {
  if (search) {
    const profiles = await profilesFound(editor, search, MAX_MATCHES);
    return profiles
      .filter(({ id }) => id !== keptExpert.id)
      .map(({ slug, name, ...profile }) => ({ slug, name, about: aboutFound(profile) }));
  }
  const duplicates = await possibleDuplicates(keptExpert);
  return duplicates.flatMap(({ slug, name, reason, about }) =>
    slug && slug !== keptExpert.slug ? { slug, name, about: [`${reason}.`, about].filter(Boolean).join(" ") } : [],
  );
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (values) => {
    const editor = await requireEditor(request, context);
    const choiceEntries = Object.entries(values).filter(([name]) => name.startsWith(CHOICE_PREFIX));
    const choices = Object.fromEntries(
      choiceEntries.map(([name, choice]) => [name.slice(CHOICE_PREFIX.length), choice]),
    );
    const expert = await mergeExperts(editor, params.id ?? "", { ...values, choices });
    return redirect(`/admin/experts/${expert.id}?${new URLSearchParams({ saved: expert.updatedAt })}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Merge ${data.kept.name}` : "Merge"} | Admin` },
];

export default function Merge() {
  const { kept, other, fields, obstacle, search, matches } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const address = `/admin/experts/${kept.id}/merge`;
  if (!other) {
    return (
      <>
        <h1 key="choice">
          Merge another expert into <bdi>{kept.name}</bdi>
        </h1>
        <Hint>Use this for a person who was entered twice. Choose the other entry.</Hint>
        <AdminSearch action={address} search={search} label="Search experts" />
        <Matches>
          {matches.map(({ slug, name, about }) => (
            <li key={slug}>
              <div>
                <strong dir="auto">{name}</strong>
                <Hint>{about}</Hint>
              </div>
              <ButtonLink quiet small to={`${address}?with=${slug}`} aria-label={`Choose ${name}, /${slug}`}>
                Choose
              </ButtonLink>
            </li>
          ))}
        </Matches>
        {search && matches.length === 0 && <Empty>No experts found. Try adjusting your search.</Empty>}
      </>
    );
  }
  return (
    <>
      {/* A key of its own makes it another heading, which gets the focus from the vanished button. */}
      <h1 key="comparison">
        Merge {other.name} into {kept.name}
      </h1>
      <Hint>
        {kept.name} stays at /{kept.slug}. {other.name} goes to the trash. Its address /{other.slug}, submissions and
        articles then lead here.
        {other.hasNotes && " Its notes for editors are added to those of the profile that stays."}{" "}
        <Link to={`/admin/experts/${other.id}/merge?with=${kept.id}`}>Merge the other way round</Link>
      </Hint>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={EXPERT_LABELS} />
      {obstacle && <Notice tone="problem">{obstacle}</Notice>}
      <Form method="post">
        <input type="hidden" name="other" value={other.id} />
        <input type="hidden" name="keptUpdatedAt" value={kept.updatedAt} />
        <input type="hidden" name="otherUpdatedAt" value={other.updatedAt} />
        <RelistReason answer={answer} />
        <MergeFields fields={fields} keptExpert={kept} otherExpert={other} prefix={CHOICE_PREFIX} answer={answer} />
        <SaveBar>
          <SubmitButton pending="Merging…">Merge</SubmitButton>{" "}
          <ButtonLink quiet to={`/admin/experts/${kept.id}`}>
            Cancel
          </ButtonLink>
        </SaveBar>
      </Form>
    </>
  );
}
