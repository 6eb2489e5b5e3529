import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { addPeople, addPerson, listOfReader, removePerson } from "~/auth/list.server";
import { validSlugs } from "~/auth/list-cookie.server";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useSite } from "~/components/layout/use-site";
import { Button, ButtonLink } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import { EmptyState, PageHeader } from "~/components/ui/page-header";
import { form, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { type ListMessageId, MAX_COMPARED, MAX_LISTED } from "~/models/readers/lists/bounds";
import { comparePeople, type ListedPerson, listedPeople } from "~/models/readers/lists/people.server";
import { titleWithInstitution } from "~/models/records/experts/institution";
import { Compare } from "./compare";

export { formPageHeaders as headers } from "~/auth/guards.server";
export { myListStyles as links } from "~/http/page-styles";

/**
 * Shows the reader's list, with `?people=` a shared list, or with `?compare=` up to four people side by side. The slugs are
 * separated by commas; `compare` may also be repeated.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const chosenSlugs = validSlugs(searchParams.getAll("compare").flatMap((text) => text.split(",")));
    const comparison = searchParams.has("compare") ? await comparePeople(chosenSlugs) : null;
    const sharedSlugs = searchParams.get("people")?.split(",");
    const list = await listOfReader(request);
    const people = await listedPeople(sharedSlugs ? validSlugs(sharedSlugs) : list.slugs);
    const isCut = validSlugs(sharedSlugs ?? [], MAX_LISTED + 1).length > MAX_LISTED;
    const listedSlugs = new Set(people.length === 1 ? (await listedPeople(list.slugs)).map(({ slug }) => slug) : []);
    const isOnList = people.some(({ slug }) => listedSlugs.has(slug));
    return { people, isShared: sharedSlugs !== undefined, isCut, isInAccount: list.isInAccount, isOnList, comparison };
  });
}

/**
 * Adds and removes people for the buttons of cards and profiles. With `back` it returns to the profile, whose cached page is the same
 * for everybody, so the fragment of the address says what was done.
 */
export async function action({ request }: ActionFunctionArgs) {
  return form(request, async ({ add, remove, all, back }): Promise<Response> => {
    const headers = all
      ? await addPeople(
          request,
          (await listedPeople(validSlugs(String(all).split(",")))).map(({ slug }) => slug),
        )
      : add
        ? await addPerson(request, String(add))
        : await removePerson(request, String(remove));
    const [profile] = validSlugs([String(back ?? "")]);
    const message: ListMessageId = add ? "saved" : "taken-off";
    headers.set("Location", profile ? `/${profile}#${message}` : "/my-list");
    return new Response(null, { status: 303, headers });
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data?.comparison ? "Compare" : data ? titleOf(data) : "My list", matches);

type ListView = Pick<Awaited<ReturnType<typeof loader>>, "people" | "isShared" | "isOnList">;

/** Returns the person of a list with one person, to which the button of a profile leads; otherwise null. */
function singlePerson({ people: [person, ...otherPeople], isShared }: ListView): ListedPerson | null {
  return isShared && person && otherPeople.length === 0 ? person : null;
}

function titleOf(listView: ListView): string {
  const person = singlePerson(listView);
  return person ? `${listView.isOnList ? "Saved:" : "Save"} ${person.name}` : headingOf(listView.isShared);
}

function headingOf(isShared: boolean): string {
  return isShared ? "A shared list" : "My list";
}

export default function MyList() {
  const { people, isShared, isCut, isInAccount, isOnList, comparison } = useLoaderData<typeof loader>();
  const refusal = refusalIn(useActionData<typeof action>() as FormAnswer | undefined);
  const slugs = people.map(({ slug }) => slug).join(",");
  if (comparison) return <Compare {...comparison} sharedSlugs={isShared ? slugs : null} />;
  const person = singlePerson({ people, isShared, isOnList });
  return (
    <>
      <PageHeader
        title={
          person ? (
            <>
              {isOnList ? "Saved: " : "Save "}
              <bdi>{person.name}</bdi>
            </>
          ) : (
            headingOf(isShared)
          )
        }
        lead={person ? leadOf(false, isInAccount) : leadOf(isShared, isInAccount)}
      />
      {isCut && (
        <p className="mb-4">A list can have {MAX_LISTED} people, so the others in this address were left out.</p>
      )}
      <FormErrors refusal={refusal} title="Not Saved" />
      {people.length === 0 ? (
        <EmptyState>
          <p>{isShared ? "Nobody of this list is in the directory." : "Nobody is on your list yet."}</p>
          <p>
            <Link className="underline" to="/directory">
              Find people in the directory
            </Link>
          </p>
        </EmptyState>
      ) : person ? (
        <div className="my-list">
          <ul>
            <li>
              <PersonSummary {...person} />
            </li>
          </ul>
          <div className="doings">
            <ToggleButton slug={person.slug} isOnList={isOnList} />
            <ButtonLink quiet to="/my-list">
              My list
            </ButtonLink>
            <ButtonLink quiet to={`/${person.slug}`}>
              Back to the profile
            </ButtonLink>
          </div>
        </div>
      ) : (
        <div className="my-list">
          <form action="/my-list" className="list">
            {/* The Enter key presses the first button of a form, which would otherwise remove somebody. */}
            <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
            {/* Without a tick this asks for the comparison, which then says what to do. */}
            <input type="hidden" name="compare" value="" />
            {isShared && <input type="hidden" name="people" value={slugs} />}
            <ul>
              {people.map((person) => (
                <Entry key={person.slug} person={person} isOwn={!isShared} />
              ))}
            </ul>
            <div className="doings">
              <Button type="submit" quiet>
                Compare
              </Button>
              <ButtonLink quiet href={`/api/my-list?format=csv&people=${slugs}`} download>
                CSV
              </ButtonLink>
              <ButtonLink quiet href={`/api/my-list?format=vcf&people=${slugs}`} download>
                vCard
              </ButtonLink>
              <Button
                type="button"
                quiet
                className="noscript:hidden"
                data-live=""
                onClick={() => {
                  window.print();
                }}
              >
                Print
              </Button>
            </div>
            <p>Tick up to {MAX_COMPARED} people to compare them.</p>
          </form>
          {isShared ? <AddAllButton slugs={slugs} /> : <Share slugs={slugs} />}
        </div>
      )}
    </>
  );
}

function leadOf(isShared: boolean, isInAccount: boolean) {
  if (isShared) return "Somebody shared this list of people.";
  if (isInAccount) return "Your list is stored with your account.";
  return (
    <>
      Your list is stored only in this browser. <Link to="/login?returnTo=%2Fmy-list">Sign in</Link> to store it with
      your account.
    </>
  );
}

function Entry({ person, isOwn }: { person: ListedPerson; isOwn: boolean }) {
  const { slug, name } = person;
  return (
    <li>
      <input type="checkbox" name="compare" value={slug} aria-label={`Compare ${name}`} />
      <PersonSummary {...person} />
      {isOwn && (
        <Button type="submit" quiet small formMethod="post" name="remove" value={slug} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      )}
    </li>
  );
}

function PersonSummary({ slug, name, image, ...person }: ListedPerson) {
  return (
    <>
      <Avatar name={name} image={image} size={48} />
      <div>
        <Link dir="auto" to={`/${slug}`}>
          {name}
        </Link>
        <p dir="auto">{titleWithInstitution(person)}</p>
      </div>
    </>
  );
}

function Share({ slugs }: { slugs: string }) {
  const origin = useSite()?.origin ?? "";
  return (
    <label>
      <b>Share this list</b>
      <p>Anyone with this address can see these people. It contains their names and nothing about you.</p>
      <input readOnly value={`${origin}/my-list?people=${slugs}`} />
    </label>
  );
}

/** Returns to the profile with a full page load, because `:target` ignores addresses that scripts set. */
function ToggleButton({ slug, isOnList }: { slug: string; isOnList: boolean }) {
  return (
    <form method="post" action={`/my-list?people=${slug}`}>
      <input type="hidden" name="back" value={slug} />
      <Button type="submit" name={isOnList ? "remove" : "add"} value={slug}>
        {isOnList ? "Remove from my list" : "Add to my list"}
      </Button>
    </form>
  );
}

function AddAllButton({ slugs }: { slugs: string }) {
  return (
    <Form method="post" action="/my-list">
      <Button type="submit" name="all" value={slugs}>
        Add to my list
      </Button>
    </Form>
  );
}
