import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { EntryHeading } from "~/components/forms/entry-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { form, intentOf, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import {
  changeRhythm,
  confirmFollows,
  type FollowerPage,
  followerPage,
  unfollow,
  unfollowAll,
} from "~/models/readers/follows/follow.server";
import { RHYTHM_LABELS, RHYTHMS } from "~/models/readers/follows/rhythms";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows everything that a reader follows, at the link in their mails. A GET changes nothing. */
export async function loader({ params }: LoaderFunctionArgs) {
  return page(async () => followerPage(params.token ?? ""));
}

type Fields = Record<string, string | string[]>;

/** The actions of the page. Each returns true if the reader then follows nothing. */
const INTENTS: Record<string, (token: string, fields: Fields) => Promise<boolean>> = {
  confirm: (token, { ids = [] }) => confirmFollows(token, [ids].flat()).then(returnFalse),
  rhythm: (token, fields) => changeRhythm(token, fields).then(returnFalse),
  leave: (token, { id }) => unfollow(token, String(id)),
  leaveAll: (token) => unfollowAll(token),
};

function returnFalse(): boolean {
  return false;
}

export async function action({ params, request }: ActionFunctionArgs) {
  const token = params.token ?? "";
  return form(request, async (fields): Promise<Response> => {
    const isOver = await intentOf(INTENTS, fields.intent)(token, fields);
    return redirect(isOver ? "/follow?left" : `/follow/${token}`, 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("What you follow", matches);

export default function Following() {
  const { email, rhythm, follows } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const unconfirmedFollows = follows.filter(({ isConfirmed }) => !isConfirmed);
  return (
    <>
      <EntryHeading title="What you follow" lead={`We send the news to ${email}.`} />
      <FormErrors refusal={refusalIn(answer)} title="Not Changed" />
      {unconfirmedFollows.length > 0 && (
        <Form method="post" className="mb-6">
          <p className="mb-3">
            Not confirmed yet: <NamesOf follows={unconfirmedFollows} />. We send no mail about this until you confirm
            it.
          </p>
          {unconfirmedFollows.map(({ id }) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          <Intent name="confirm">Confirm</Intent>
        </Form>
      )}
      <ul className="records">
        {follows.map((follow) => (
          <FollowRow key={follow.id} follow={follow} />
        ))}
      </ul>
      <Form method="post" className="mt-6">
        <fieldset className="mb-3">
          <legend className="font-semibold">How often</legend>
          {RHYTHMS.map((choice) => (
            <label key={choice} className="flex items-center gap-1.5 py-1">
              <input
                className="flex-none"
                type="radio"
                name="rhythm"
                value={choice}
                defaultChecked={choice === rhythm}
              />{" "}
              {RHYTHM_LABELS[choice]}
            </label>
          ))}
        </fieldset>
        <Intent name="rhythm" quiet>
          Save
        </Intent>
      </Form>
      <Form method="post" className="mt-6">
        <Intent name="leaveAll" quiet>
          Leave all, and delete my address
        </Intent>
      </Form>
    </>
  );
}

/** Lists what is followed; each name keeps its own direction. */
function NamesOf({ follows }: Pick<FollowerPage, "follows">) {
  return follows.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ", "}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}

function FollowRow({ follow }: { follow: FollowerPage["follows"][number] }) {
  const { id, name, page: path, isConfirmed } = follow;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
      <span>
        <Link className="underline" to={path} dir="auto">
          {name}
        </Link>
        {!isConfirmed && <span className="text-sm text-muted"> (not confirmed)</span>}
      </span>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button quiet type="submit" name="intent" value="leave" aria-label={`Leave ${name}`}>
          Leave
        </Button>
      </Form>
    </li>
  );
}

function Intent({ name, quiet, children }: { name: string; quiet?: boolean; children: string }) {
  return (
    <Button type="submit" name="intent" value={name} quiet={quiet}>
      {children}
    </Button>
  );
}
