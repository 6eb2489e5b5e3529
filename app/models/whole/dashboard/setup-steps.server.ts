/** What a new site still needs before it is ready for visitors. */

import { readDb } from "~/db.server";
import { env } from "~/env.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { wrongSeconds } from "~/models/base/jobs/clock.server";
import { hasKey } from "~/models/base/providers/model-choice.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { identitySearch, withoutIdentifier } from "~/models/editing/identity/identity-search.server";
import { peopleToLookFor, portraitSearch, withoutPortrait } from "~/models/editing/portraits/portrait-search.server";
import { pageForAdmin } from "~/models/whole/pages/edit.server";
import { ADMIN_PAGES_OF_SITE } from "~/models/whole/pages/labels";
import { IMPRINT } from "~/models/whole/pages/starting-pages.server";
import { STARTER_DECISIONS } from "~/models/whole/starter/starter-choice.server";
import { lastBackup } from "~/models/whole/transfer/backup.server";
import { KEY_VARIABLES, TEXT_PROVIDERS } from "~/services/ai-providers";

export interface SetupStep {
  title: string;
  /** What is missing, and what to do about it. */
  text: string;
  /** Environment variables that have to be set; restart the server afterwards. */
  variables: string[];
  /** Where it is done, for what is done on the site. */
  link?: { to: string; label: string };
  /** What does it in one press. */
  press?: { action: string; intent: string; label: string };
}

type Step = SetupStep & { isDone: boolean };

/** The steps that are not done yet, and how many there are in all. */
export async function setupSteps(admin: Admin): Promise<{ open: SetupStep[]; total: number }> {
  const steps = [...(await serverSteps()), ...(await siteSteps(admin)), ...(await registerStep(admin)), aiStep()];
  return { open: steps.filter(({ isDone }) => !isDone).map(({ isDone: _, ...step }) => step), total: steps.length };
}

/** What the operator of the server does. */
async function serverSteps(): Promise<Step[]> {
  const [wrong, backupAt] = [await wrongSeconds(), await lastBackup()];
  return [
    ...(wrong ? [clockStep(wrong)] : []),
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
      text: "There is no backup yet. npm run db:backup makes one now; the server makes its own while BACKUP_EVERY_HOURS is above 0.",
      variables: [],
      isDone: backupAt !== null,
    },
  ];
}

/** What an admin does on the site. */
async function siteSteps(admin: Admin): Promise<Step[]> {
  const [{ founderName, contactEmail }, imprint] = [await siteSettings(), await pageForAdmin(admin, IMPRINT)];
  return [
    {
      title: "Say who runs the site",
      text: "The founder and the contact e-mail are shown at the foot of every page.",
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

/** While nobody at all has a picture, and the searches did not both come to their ends. */
async function registerStep(admin: Admin): Promise<Step[]> {
  if (!env.OPEN_DATA) return [];
  const { people, without } = await withoutPortrait();
  if (people === 0 || people > without) return [];
  const [soughtFor, unidentified] = [await peopleToLookFor(), await withoutIdentifier()];
  const [portraits, identities] = [await portraitSearch(admin), await identitySearch(admin)];
  const isDone = (search: { status: string } | null, left: number) => left === 0 || search?.status === "completed";
  if (soughtFor === 0 && unidentified === 0) return [];
  const broken = [identities, portraits].find(
    (search) => search && search.status !== "running" && search.status !== "completed",
  );
  const isRunning = !broken && [identities, portraits].some((search) => search?.status === "running");
  const text = `No profile has a picture yet, and ${unidentified.toLocaleString("en")} of ${people.toLocaleString("en")} have no identifier. Wikidata, Wikimedia Commons, ORCID and OpenAlex are asked; what they have waits for you, to be decided about by single keys.`;
  return [
    {
      title: "Look for portraits and identifiers",
      text: broken
        ? `${text} The last search did not come to its end: ${broken.message} A site without internet does without.`
        : text,
      variables: [],
      ...(isRunning
        ? { link: { to: "/admin/identifiers", label: "It is running" } }
        : {
            press: {
              action: "/admin/identifiers?index",
              intent: "all",
              label: broken ? "Try again" : "Look for all of them",
            },
          }),
      isDone: isDone(portraits, soughtFor) && isDone(identities, unidentified),
    },
  ];
}

function aiStep(): Step {
  return {
    title: "Add a key for AI texts",
    text: "Profiles and articles cannot be generated. One of the keys is enough.",
    variables: TEXT_PROVIDERS.map((provider) => KEY_VARIABLES[provider]),
    isDone: TEXT_PROVIDERS.some(hasKey),
  };
}

function clockStep(seconds: number): Step {
  const text = `The clock of one machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? "ahead of" : "behind"} the database’s. Synchronize both, for example with NTP.`;
  return { title: "Set the clock", text, variables: [], isDone: false };
}

/** Whether an admin chose what becomes of them all, or added, edited or deleted an expert. */
async function hasDecided(): Promise<boolean> {
  const noted = readDb.selectFrom("auditLog").select("rowId").where("userId", "is not", null).limit(1);
  const expert = noted.where("subjectKind", "=", "expert").executeTakeFirst();
  const all = noted.where("action", "in", STARTER_DECISIONS).executeTakeFirst();
  return [await expert, await all].some((row) => row !== undefined);
}
