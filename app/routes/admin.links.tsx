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

/** Lists dead reference links. `?checked=` is the expert whose links were just checked. */
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

/** Checks the links of an expert again. */
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
  const { experts, hasMore, page, round, checked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Dead links</h1>
      <FormErrors refusal={refusalIn(answer)} title="Check Failed" />
      <div role="status">{checked && !answer && <Notice>{outcomeOf(checked)}</Notice>}</div>
      <Hint className="mb-3">
        {round.isOff ? (
          "The check of reference links is switched off on this site. "
        ) : (
          <>
            Reference links are checked once a week. <LastCheck round={round} />{" "}
          </>
        )}
        This page lists links that are gone or failed twice in a row. Readers still see them.
      </Hint>
      {experts.length === 0 ? (
        <Empty>{emptyListText(page, round)}</Empty>
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
                <LinkActions id={id} name={name} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <OlderNewer path={PATH} page={page} hasMore={hasMore} />
    </>
  );
}

type Round = ReturnType<typeof useLoaderData<typeof loader>>["round"];

/** Shows when the links were last checked. */
function LastCheck({ round: { checkedAt, isUnderWay, isLate, offlineAt } }: { round: Round }) {
  if (!checkedAt) return "There has been no check yet.";
  return (
    <>
      The last check began on <ShortDate time={checkedAt} />
      {isUnderWay && offlineAt ? (
        <>
          {" "}
          and is waiting, because this server could reach no other site on <ShortDate time={offlineAt} />.
        </>
      ) : isUnderWay ? (
        isLate ? (
          " and has not finished."
        ) : (
          " and is running."
        )
      ) : (
        " and has finished."
      )}
    </>
  );
}

function emptyListText(page: number, { checkedAt, isUnderWay }: Round): string {
  if (page > 1) return "There are no more dead links.";
  if (!checkedAt) return "The links have not been checked yet.";
  return isUnderWay ? "The check has found no dead link so far." : "There are no dead links.";
}

function LinkActions({ id, name }: { id: string; name: string }) {
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
  if (left === 0) return `The links of ${name} were checked, and none is dead.`;
  return `The links of ${name} were checked, and ${left} ${left === 1 ? "is" : "are"} still dead.`;
}
