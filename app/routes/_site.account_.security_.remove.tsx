import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { sessionOf } from "~/auth/session.server";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { readFactors } from "~/models/base/accounts/factors.server";
import { recentUser } from "~/models/base/accounts/sessions.server";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

const SECURITY = "/account/security";

/** Asks before a second factor is removed: the passkey of `?passkey=`, otherwise the authenticator app. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await recentUser(await requireReader(request), await sessionOf(request));
  if (!user) throw redirect(SECURITY);
  const { totp, passkeys } = await readFactors(user.id);
  const id = new URL(request.url).searchParams.get("passkey");
  const passkey = passkeys.find((passkey) => passkey.id === id);
  if (!passkey && (id !== null || !totp)) throw redirect(SECURITY);
  return { passkey, isLast: passkeys.length + (totp ? 1 : 0) === 1 };
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Remove a Second Factor", matches);

export default function RemoveFactor() {
  const { passkey, isLast } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={passkey ? "Remove this passkey?" : "Remove the authenticator app?"}
      cancelTo={SECURITY}
      button="Remove"
      pending="Removing…"
      failureTitle="Not Removed"
      action={passkey ? SECURITY : `${SECURITY}/app`}
      fields={passkey ? { intent: "passkey", id: passkey.id } : { intent: "remove" }}
    >
      <p>
        {passkey ? (
          <>
            <strong>{passkey.name}</strong> will no longer sign you in.
          </>
        ) : (
          "Its codes will no longer sign you in."
        )}{" "}
        All your other devices will be signed out.
        {isLast &&
          " It is your only second factor. Without it your password is enough, and the recovery codes stop working."}
      </p>
    </ConfirmPage>
  );
}
