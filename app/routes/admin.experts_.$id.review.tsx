import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { BulletList } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { form, page } from "~/http/form.server";
import { sentencesToCheck } from "~/models/editing/sources/sources.server";
import { reviewExpert } from "~/models/records/experts/reviews.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const { id, slug, name, updatedAt, reviewedAt, deletedAt } = row;
    if (deletedAt) throw redirect(`/admin/experts/${id}`);
    return { id, slug, name, updatedAt, reviewedAt, sentences: await sentencesToCheck(editor, id) };
  });
}

/** Records that the editor has read the whole profile. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ updatedAt }) => {
    const editor = await requireEditor(request, context);
    await reviewExpert(editor, params.id ?? "", { updatedAt });
    return redirect(`/admin/experts/${params.id}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Review ${data.name}` : "Review"} | Admin` },
];

export default function Review() {
  const { id, slug, updatedAt, reviewedAt, sentences } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <p className="max-w-measure">
        {reviewedAt ? (
          <>
            Last reviewed on <ShortDate time={reviewedAt} />.{" "}
          </>
        ) : (
          "Nobody has reviewed this profile yet. "
        )}
        Read{" "}
        <Link className="underline" to={`/${slug}`}>
          the whole profile
        </Link>
        , with its sources and links. The profile then shows readers the date of your review. Editing a part of it does
        not count as a review.
      </p>
      {sentences.length > 0 && (
        <>
          <p>
            {sentences.length === 1
              ? "1 sentence states something that its quote does not."
              : `${sentences.length} sentences state something that their quotes do not.`}{" "}
            <Link className="underline" to={`/admin/experts/${id}/sources`} preventScrollReset>
              See the differences
            </Link>
          </p>
          <BulletList>
            {sentences.map((sentence) => (
              <li key={sentence} dir="auto">
                {sentence}
              </li>
            ))}
          </BulletList>
        </>
      )}
      <Form method="post" className="mt-4 flex items-center gap-4">
        <input type="hidden" name="updatedAt" value={updatedAt} />
        <Button type="submit">I have read all of it</Button>
      </Form>
    </>
  );
}
