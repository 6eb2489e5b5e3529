import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { Empty, Matches as MatchList } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
import { SearchNotices } from "~/components/experts/list-notices";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { form, page } from "~/http/form.server";
import { featuredExpertList, moveFeaturedExpert } from "~/models/editing/experts/featured.server";
import { listExperts } from "~/models/records/directory/lists.server";
import { listAddress } from "~/models/records/listings/list-address";
import { FeaturedOrder } from "./featured-order";

const PATH = "/admin/featured";
/** The number of offered matches. */
const MAX_MATCHES = 8;

/** Shows the featured experts in their order, and a search for more. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const search = new URL(request.url).searchParams.get("search")?.trim() ?? "";
    const results = search
      ? await listExperts({ page: 1, limit: MAX_MATCHES, search, category: "", isStrict: true, asWords: true })
      : null;
    return {
      featured: await featuredExpertList(editor),
      search,
      corrected: results?.corrected ?? null,
      matches: results?.experts.map(({ id, name, title, featured }) => ({ id, name, title, featured })) ?? null,
    };
  });
}

/** Moves an expert by one place. `/admin/experts/:id/featured` adds and removes. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await moveFeaturedExpert(await requireEditor(request, context), fields);
    return redirect(PATH, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Featured Experts | Admin" }];

export default function FeaturedExperts() {
  const { featured, search, corrected, matches } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Featured Experts</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <Hint>These experts come first on the home page and in every list, in this order.</Hint>
      {featured.length === 0 ? <Empty>Nobody is featured.</Empty> : <FeaturedOrder featured={featured} />}
      <section aria-labelledby="add">
        <h2 id="add">Add an expert</h2>
        <AdminSearch action={PATH} search={search} label="Search experts" />
        <SearchNotices search={search} corrected={corrected} />
        {matches && <Matches matches={matches} returnTo={listAddress(PATH, { search })} />}
      </section>
    </>
  );
}

interface MatchesProps {
  matches: { id: string; name: string; title: string; featured: boolean }[];
  returnTo: string;
}

function Matches({ matches, returnTo }: MatchesProps) {
  if (matches.length === 0) return <Empty>No experts found. Try adjusting your search.</Empty>;
  return (
    <MatchList>
      {matches.map(({ id, name, title, featured }) => (
        <li key={id}>
          <div>
            <strong dir="auto">{name}</strong>
            <Hint dir="auto">{title}</Hint>
          </div>
          {featured ? (
            <Badge tone="gold">Featured</Badge>
          ) : (
            <Form method="post" action={`/admin/experts/${id}/featured`} preventScrollReset>
              <input type="hidden" name="featured" value="true" />
              <input type="hidden" name="returnTo" value={returnTo} />
              <Button type="submit" quiet small aria-label={`Add ${name}`}>
                Add
              </Button>
            </Form>
          )}
        </li>
      ))}
    </MatchList>
  );
}
