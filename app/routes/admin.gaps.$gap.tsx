import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { type KeyInUse, keyProps } from "~/components/admin/keys";
import { Actions, Crumbs, Empty, PageLine } from "~/components/admin/page-parts";
import { QuickEditForm } from "~/components/experts/editor/quick-edit-form";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { page } from "~/http/form.server";
import type { Gap } from "~/models/editing/experts/gaps";
import { gapNamed, type PersonWithGap, personWithGap } from "~/models/whole/dashboard/worst-gaps.server";

/** Shows the people with a gap, one after the other. `?skip=` is the number of skipped people. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const skip = Math.max(0, Math.floor(Number(new URL(request.url).searchParams.get("skip")) || 0));
    return personWithGap(editor, gapNamed(params.gap), skip);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.label ?? "Gaps"} | Admin` }];

/** The pages that fill a gap which the quick form cannot fill. */
const PAGES_OF_GAPS: Partial<Record<Gap, [path: string, label: string]>> = {
  source: ["/sources/find", "Find sources"],
  position: ["#positions", "Open the positions"],
  deadLink: ["#referenceLinks", "Open the links"],
  review: ["/review", "Review the profile"],
};

export default function GapPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <Crumbs>
        <Link to="/admin">Dashboard</Link> · <Link to={`/admin/experts?gap=${data.gap}`}>All of them</Link>
      </Crumbs>
      {data.person ? <Person gapData={data as PersonWithGap} /> : <Done label={data.label} />}
    </>
  );
}

function Done({ label }: { label: string }) {
  return (
    <>
      <h1>{label}</h1>
      <Empty>
        Nobody else is left.{" "}
        <Link className="underline" to="/admin">
          Back to the dashboard
        </Link>
      </Empty>
    </>
  );
}

function Person({ gapData: { gap, label, left, skip, person, title } }: { gapData: PersonWithGap }) {
  const { id, name, slug, form } = person;
  const gapPage = PAGES_OF_GAPS[gap];
  const hasNext = left > 1;
  return (
    <section key={id} aria-labelledby="person">
      <PageLine>
        <h1 id="person" dir="auto">
          {name}
        </h1>
        <Actions>
          {hasNext && (
            <ButtonLink quiet small to={addressOf(gap, skip + 1)} {...keyProps("skip")}>
              Next
            </ButtonLink>
          )}
          <a className="underline" href={`/${slug}`}>
            Profile
          </a>
        </Actions>
      </PageLine>
      <p>
        <bdi>{title}</bdi>
        {title && " · "}
        <strong>{label}</strong>, {left.toLocaleString("en")} {left === 1 ? "person is" : "people are"} left. The most
        read profiles come first.
      </p>
      {gapPage ? (
        <Actions className="my-4">
          <ButtonLink to={`/admin/experts/${id}${gapPage[0]}`} {...keyProps("edit")}>
            {gapPage[1]}
          </ButtonLink>
        </Actions>
      ) : (
        <QuickEditForm
          key={form.updatedAt + id}
          id={id}
          form={form}
          returnTo={addressOf(gap, skip)}
          fieldOfEditKey={gap === "topic" ? "topics" : "biography"}
        />
      )}
      <KeyboardShortcuts
        keys={[
          ...(hasNext ? ([["skip", "next person"]] as KeyInUse[]) : []),
          ["edit", gapPage ? "open the page" : "write"],
        ]}
      />
    </section>
  );
}

function addressOf(gap: Gap, skip: number): string {
  return `/admin/gaps/${gap}${skip > 0 ? `?skip=${skip}` : ""}`;
}
