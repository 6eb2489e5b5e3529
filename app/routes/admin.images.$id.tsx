import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { CopyUrlButton } from "~/components/admin/copy-button";
import { ImageUses, imageSize } from "~/components/admin/image-facts";
import { Empty, Facts, PageLine, RowActions } from "~/components/admin/page-parts";
import { Field } from "~/components/forms/field";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { imageSources } from "~/models/base/uploads/address";
import { describeImage, findImage } from "~/models/editing/images/admin-list.server";
import { ALT_LENGTH, IMAGE_LABELS } from "~/models/records/images/rules";
import { conflictAnswer, EditConflict } from "~/models/records/shared/edit-conflict.server";

/** Shows a stored image with its details. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => ({
    image: await findImage(await requireEditor(request, context), params.id ?? ""),
    isDescribed: new URL(request.url).searchParams.has("done"),
  }));
}

/** Saves the alternative text, for this page and for the lists, and returns to the page of the form. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ alt, shownAlt, returnTo }) => {
    try {
      await describeImage(await requireEditor(request, context), { id: params.id, alt, shownAlt });
    } catch (error) {
      if (!(error instanceof EditConflict)) throw error;
      const { values, ...answer } = conflictAnswer(error, IMAGE_LABELS);
      return data({ ...answer, values: { ...values, shownAlt: String(error.theirs.alt) } }, 409);
    }
    const pageAddress = new URL(safeReturnTo(returnTo, `/admin/images/${params.id}`), request.url);
    pageAddress.searchParams.set("done", "described");
    return redirect(pageAddress.pathname + pageAddress.search, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.image.name ?? "Image"} | Admin` }];

export default function Image() {
  const { image, isDescribed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  const { id, name, alt, url, prompt, provider, model } = image;
  const typedAlt = answer?.values.alt;
  const sources = imageSources(url);
  return (
    <>
      <PageLine>
        <h1 dir="auto">{name}</h1>
        <RowActions>
          <CopyUrlButton path={url} name={name} />
          <ButtonLink quiet danger small to={`/admin/images/${id}/delete`}>
            Delete
          </ButtonLink>
        </RowActions>
      </PageLine>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {isDescribed && !answer && <Notice role="status">The alternative text was saved.</Notice>}
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div>
          {image.missing ? (
            <Empty>The files of this image are missing. Delete it and upload it again.</Empty>
          ) : (
            <a href={url}>
              <img
                className="h-auto max-h-[80vh] w-auto max-w-full bg-line"
                {...sources}
                sizes={sources?.srcSet && "(min-width: 60rem) 40rem, 100vw"}
                alt={alt || name}
                decoding="async"
              />
            </a>
          )}
        </div>
        <div>
          {answer?.conflict && (
            <ConflictPanel
              conflict={answer.conflict}
              discard={
                <Link to={`/admin/images/${id}`} reloadDocument>
                  discard your changes
                </Link>
              }
            />
          )}
          <Form method="post">
            <input type="hidden" name="shownAlt" value={answer ? typedText(answer, "shownAlt") : alt} />
            <Field
              label={IMAGE_LABELS.alt}
              name="alt"
              defaultValue={typeof typedAlt === "string" ? typedAlt : alt}
              maxLength={ALT_LENGTH}
              error={answer?.fieldErrors?.alt}
              hint="Describes the image to readers who cannot see it."
              autoComplete="off"
            />
            <SubmitButton pending="Saving…">Save</SubmitButton>
          </Form>
          <h2>Used in</h2>
          <ImageUses image={image} />
          <h2>Details</h2>
          <Facts>
            <Fact term="Size">{imageSize(image)} (all sizes together)</Fact>
            <Fact term="Stored">
              <ShortTime time={image.createdAt} />
            </Fact>
            <Fact term="Address">
              <a href={url}>{url}</a>
            </Fact>
            {prompt && <Fact term="Prompt">{prompt}</Fact>}
            {provider && (
              <Fact term="Made by">
                {provider} {model}
              </Fact>
            )}
          </Facts>
        </div>
      </div>
      <p className="underline">
        <Link to="/admin/images">All images</Link>
      </p>
    </>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
