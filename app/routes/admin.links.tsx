import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, OlderNewer } from "~/components/admin/data-table";
import { Empty, RowActions } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import {
  checkAgain,
  deadLinks,
  deadLinksPage,
  LINKS_PAGE_SIZE,
  remainingDeadLinks,
} from "~/models/editing/links/admin-list.server";

const PATH = "/admin/links";

/** Reference links that do not answer; `?checked=` is the expert whose links were opened a moment ago. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, LINKS_PAGE_SIZE);
    const [list, round, checked] = await Promise.all([
      deadLinksPage(editor, number),
      deadLinks(editor),
      remainingDeadLinks(editor, searchParams.get("checked")),
    ]);
    const { checkedAt, isUnderWay, isLate, isOff, offlineAt } = round;
    return { ...list, page: number, round: { checkedAt, isUnderWay, isLate, isOff, offlineAt }, checked };
  });
}

/** Its one deed: the links of one expert are opened again. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const id = String(fields.id ?? "");
    await checkAgain(await requireEditor(request, context), id);
    return redirect(`${PATH}?${new URLSearchParams({ checked: id })}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Dead Links${data && data.page > 1 ? `, page ${data.page}` : ""} | Admin` },
];

export default function DeadLinks() {
  const { experts, more, page, round, checked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Dead links</h1>
      <FormErrors refusal={refusalIn(answer)} title="Check Failed" />
      <div role="status">{checked && !answer && <Notice>{outcomeOf(checked)}</Notice>}</div>
      <Hint>
        Reference links are opened once a week. One that says it is gone, or fails twice in a row, is listed here;
        readers still see it. <Checked round={round} />
      </Hint>
      {experts.length === 0 ? (
        <Empty>{noneText(page, round)}</Empty>
      ) : (
        <DataTable head={["Expert", "Links", "Actions"]}>
          {experts.map(({ id, slug, name, links }) => (
            <tr key={id}>
              <td>
                <a href={`/${slug}`} dir="auto">
                  {name}
                </a>
              </td>
              <td data-label="Links">
                <BulletList>
                  {links.map(({ url, reason, checkedAt }) => (
                    <li key={url}>
                      <ExternalLink url={url}>{url}</ExternalLink>
                      <Hint>
                        Checked on <ShortDate time={checkedAt} />: {reason}.
                      </Hint>
                    </li>
                  ))}
                </BulletList>
              </td>
              <td>
                <Acts id={id} name={name} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <OlderNewer path={PATH} page={page} more={more} />
    </>
  );
}

type Round = ReturnType<typeof useLoaderData<typeof loader>>["round"];

/** Shows the state of the last check of links. */
function Checked({ round: { checkedAt, isUnderWay, isLate, isOff, offlineAt } }: { round: Round }) {
  if (isOff) return "Checking is switched off on this site.";
  if (!checkedAt) return "There has been no check yet.";
  return (
    <>
      The last check began on <ShortDate time={checkedAt} />
      {isUnderWay && offlineAt ? (
        <>
          , and waits: on <ShortDate time={offlineAt} /> no other site could be reached from here.
        </>
      ) : isUnderWay ? (
        isLate ? (
          ", and has not come to its end."
        ) : (
          " and goes on."
        )
      ) : (
        ", and came to its end."
      )}
    </>
  );
}

function noneText(page: number, { checkedAt, isUnderWay }: Round): string {
  if (page > 1) return "There are no more dead links.";
  if (!checkedAt) return "The links have not been checked yet.";
  return isUnderWay ? "No dead link was found so far." : "There are no dead links.";
}

function Acts({ id, name }: { id: string; name: string }) {
  const isChecking = useNavigation().formData?.get("id") === id;
  const label = isChecking ? "Checking…" : "Check again now";
  return (
    <RowActions>
      <Form method="post" action={PATH}>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" quiet small aria-disabled={isChecking || undefined} aria-label={`${label}: ${name}`}>
          {label}
        </Button>
      </Form>
      <ButtonLink quiet small to={`/admin/experts/${id}#referenceLinks`} aria-label={`Edit ${name}`}>
        Edit
      </ButtonLink>
    </RowActions>
  );
}

function outcomeOf({ name, left }: { name: string; left: number }): string {
  if (left === 0) return `Checked: no link of ${name} is dead.`;
  return `Checked: ${left} ${left === 1 ? "link" : "links"} of ${name} ${left === 1 ? "is" : "are"} still dead.`;
}
