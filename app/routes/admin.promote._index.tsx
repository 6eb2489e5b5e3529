import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, OlderNewer } from "~/components/admin/data-table";
import { ActionsForm, Empty, RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button, ButtonLink, buttonClass } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { PROMOTE, promotionAddress } from "~/models/editing/promotions/form";
import {
  PROMOTIONS_PAGE_SIZE,
  promotionsPage,
  removePromotion,
  startPromotion,
} from "~/models/editing/promotions/promotions.server";
import { findPerson } from "~/models/editing/promotions/writing.server";

/** Lists the promotions. `?expert=` offers to start one for a person. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, PROMOTIONS_PAGE_SIZE);
    const id = searchParams.get("expert");
    const expert = id ? await findPerson({ id }) : undefined;
    return {
      ...(await promotionsPage(editor, number)),
      number,
      expert: expert ? { id: expert.id, name: expert.name } : null,
    };
  });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ remove, expert }) => {
    const editor = await requireEditor(request, context);
    if (remove === undefined)
      return redirect(promotionAddress(await startPromotion(editor, String(expert ?? ""))), 303);
    await removePromotion(editor, String(remove));
    return redirect(PROMOTE, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Generate Articles with Images | Admin" }];

export default function Promotions() {
  const { promotions, hasMore, number, expert } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Generate Articles with Images</h1>
      <FormErrors
        refusal={refusalIn(answer)}
        title={answer?.values.remove === undefined ? "Starting Failed" : "Delete Failed"}
      />
      <Hint>
        A promotion leads from an expert to ideas, texts, images and a published article. Every step is stored, so you
        can leave and return whenever you like.
      </Hint>
      <ActionsForm className="my-4" method="post" action={`${PROMOTE}?index`}>
        {expert && <input type="hidden" name="expert" value={expert.id} />}
        <SubmitButton pending="Starting…">
          {expert ? (
            <span>
              Start a promotion of <bdi>{expert.name}</bdi>
            </span>
          ) : (
            "Start a new promotion"
          )}
        </SubmitButton>
        {expert && <Link to={PROMOTE}>Start with someone else</Link>}
      </ActionsForm>
      <section aria-labelledby="begun">
        <h2 id="begun">Promotions</h2>
        {promotions.length === 0 && <Empty>There are no promotions yet.</Empty>}
        {promotions.length > 0 && (
          <DataTable head={["Expert", "Contents", "Last changed", "Actions"]}>
            {promotions.map((promotion) => (
              <Row key={promotion.id} promotion={promotion} />
            ))}
          </DataTable>
        )}
        <OlderNewer path={PROMOTE} page={number} hasMore={hasMore} />
      </section>
    </>
  );
}

type ListedPromotion = ReturnType<typeof useLoaderData<typeof loader>>["promotions"][number];

function Row({ promotion: { id, expertName, updatedAt, ...counts } }: { promotion: ListedPromotion }) {
  const name = expertName || "No expert yet";
  return (
    <tr>
      <td>
        <Link to={promotionAddress(id)} dir="auto">
          {name}
        </Link>
      </td>
      <td data-label="Contents">{contentsText(counts)}</td>
      <td data-label="Last changed">
        <ShortTime time={updatedAt} />
      </td>
      <td>
        <RowActions>
          <ButtonLink small to={promotionAddress(id)} aria-label={`Continue: ${name}`}>
            Continue
          </ButtonLink>
          <details className="open:flex-[1_1_100%]">
            <summary className={buttonClass({ quiet: true, small: true })} aria-label={`Remove: ${name}`}>
              Remove
            </summary>
            <Form className="mt-2 [&>p]:mb-2" method="post" action={`${PROMOTE}?index`}>
              <p>Saved content and published articles stay. The rest is deleted.</p>
              <Button type="submit" quiet danger small name="remove" value={id}>
                Remove this promotion
              </Button>
            </Form>
          </details>
        </RowActions>
      </td>
    </tr>
  );
}

function contentsText({
  ideas,
  pieces,
  saved,
  images,
  published,
}: Omit<ListedPromotion, "id" | "expertName" | "updatedAt">): string {
  const countText = (count: number, singular: string, many = `${singular}s`) =>
    count > 0 && `${count} ${count === 1 ? singular : many}`;
  const parts = [
    countText(ideas, "idea"),
    countText(pieces, "piece") && `${countText(pieces, "piece")} (${saved} saved)`,
    countText(images, "image"),
    countText(published, "published article"),
  ];
  return parts.filter(Boolean).join(", ") || "Nothing yet";
}
