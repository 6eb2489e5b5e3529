/** The steps that a new site needs before it is ready for visitors. */

import { readDb } from "~/db.server";
import { env } from "~/env.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { clockDifferenceSeconds } from "~/models/base/jobs/clock.server";
import type { SetupStep } from "~/models/base/parts/setup-step";
import { siteSettings } from "~/models/base/settings/settings.server";
import { pageForAdmin } from "~/models/whole/pages/edit.server";
import { ADMIN_PAGES_OF_SITE } from "~/models/whole/pages/labels";
import { IMPRINT } from "~/models/whole/pages/starting-pages.server";
import { PARTS } from "~/models/whole/parts.server";
import { STARTER_DECISIONS, starterState } from "~/models/whole/starter/starter-choice.server";
import { lastBackupOfSite } from "~/models/whole/transfer/backup-schedule.server";

/** Returns the steps that are not done yet, and the number of all steps. */
export async function setupSteps(admin: Admin): Promise<{ open: SetupStep[]; total: number }> {
  const partSteps = await Promise.all(PARTS.map(({ setup }) => setup?.(admin) ?? []));
  const steps = [...(await serverSteps()), ...(await siteSteps(admin)), ...partSteps.flat()];
  return { open: steps.filter(({ isDone }) => !isDone), total: steps.length };
}

/** Returns the steps for the operator of the server. */
async function serverSteps(): Promise<SetupStep[]> {
  const [secondsOff, backupAt] = [await clockDifferenceSeconds(), await lastBackupOfSite()];
  return [
    ...(secondsOff ? [clockStep(secondsOff)] : []),
    {
      title: "Set the address of the site",
      text: "Links in mails lead to this machine, and search engines get the address of the request.",
      variables: ["SITE_URL"],
      isDone: env.SITE_URL !== undefined,
    },
    {
      title: "Set up mail",
      text: "No mails are sent yet. Admins can read them under Mail and pass on what is urgent.",
      variables: ["SMTP_URL"],
      isDone: env.SMTP_URL !== undefined,
    },
    {
      title: "Make a backup",
      text: [
        "There is no backup yet. ",
        { code: "npm run admin -- backup" },
        " makes one now. The server makes its own while ",
        { code: "BACKUP_EVERY_HOURS" },
        " is above 0.",
      ],
      variables: [],
      isDone: backupAt !== null,
    },
  ];
}

/** Returns the steps for an admin on the site. */
async function siteSteps(admin: Admin): Promise<SetupStep[]> {
  const [{ founderName, contactEmail }, imprint] = [await siteSettings(), await pageForAdmin(admin, IMPRINT)];
  return [
    {
      title: "Name who runs the site",
      text: "The founder and the contact email are shown at the foot of every page.",
      variables: [],
      link: { to: "/admin/settings", label: "Settings" },
      isDone: Boolean(founderName && contactEmail),
    },
    {
      title: "Complete the imprint",
      text: "Many countries require one. The page lists what to fill in. Please read the privacy page, too.",
      variables: [],
      link: { to: `${ADMIN_PAGES_OF_SITE}/${IMPRINT}`, label: "Imprint" },
      isDone: imprint.isWritten,
    },
    {
      title: "Decide about the profiles that came with the site",
      text: "Keep, hide or delete all of them here; or edit one of them, or add the first expert of your own.",
      variables: [],
      link: { to: "/admin/settings/starter", label: "Starter Profiles" },
      isDone: await hasDecided(),
    },
  ];
}

function clockStep(seconds: number): SetupStep {
  const text = `The clock of one machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? "ahead of" : "behind"} the database’s. Synchronize both, for example with NTP.`;
  return { title: "Set the clock", text, variables: [], isDone: false };
}

/** Returns whether no starter profiles are left, or an admin decided about all, or added, edited or deleted an expert. */
async function hasDecided(): Promise<boolean> {
  const { published, hidden } = await starterState(null);
  if (published + hidden === 0) return true;
  const adminActions = readDb.selectFrom("auditLog").select("rowId").where("userId", "is not", null).limit(1);
  const expertAction = adminActions.where("subjectKind", "=", "expert").executeTakeFirst();
  const starterDecision = adminActions.where("action", "in", STARTER_DECISIONS).executeTakeFirst();
  return [await expertAction, await starterDecision].some((row) => row !== undefined);
}
