import { expect, test } from "vitest";
import * as accountMails from "~/models/base/mail/texts.server";
import * as claimMails from "~/models/editing/claims/mails.server";
import * as requestMails from "~/models/editing/requests/mails.server";
import * as followMails from "~/models/readers/follows/mails.server";
import * as questionMails from "~/models/readers/questions/mails.server";

/** The mails that lead nowhere. */
const WITHOUT_LINK = ["newAdminMail", "claimRejectedMail", "claimEndedMail", "reportRejectedMail", "removedMail"];

const origin = "https://life.example";
const path = "/opened-by/s3cret";
const at = new Date("2026-05-03T14:05:30Z");
const FACTS = {
  ...{
    siteName: "Long Life",
    origin,
    path,
    link: origin + path,
    endLink: `${origin}/end/s3cret`,
    at,
    until: at,
    due: at,
  },
  ...{ name: "Jane Doe", expertName: "Jane Doe", expert: "Jane Doe", isChange: false, notes: "A note.", days: 3 },
  ...{ event: "A passkey was added", newAdmin: "Ada", giver: "Carla", asker: "Ben", subject: "Mice", purpose: "" },
  ...{ profile: { name: "Jane Doe", link: origin + path } },
  ...{ message: "Why?", isFollowUp: false, directAddress: null, mayWrite: true, parts: [] },
};

type Facts = typeof FACTS & Record<string, unknown>;
const MAILS = Object.entries({ ...accountMails, ...claimMails, ...requestMails, ...followMails, ...questionMails })
  .filter(([name]) => name.endsWith("Mail"))
  .map(([name, write]) => [name, write as unknown as (facts: Facts) => { body: string }] as const);

test.each(MAILS.filter(([name]) => !WITHOUT_LINK.includes(name)))(
  "%s has its link, complete and on a line of its own",
  (name, write) => {
    expect(write(FACTS).body.split("\n")).toContain(FACTS.link);
    if (name === "stillRightMail") expect(write(FACTS).body.split("\n")).toContain(FACTS.endLink);
    if (name === "submissionApprovedMail")
      expect(write({ ...FACTS, taken: "Title", leftOut: "Links" }).body.split("\n")).toContain(FACTS.link);
  },
);

test("only mails that lead nowhere have no link", () => {
  const withoutLink = MAILS.filter(([, write]) => !write(FACTS).body.includes(origin)).map(([name]) => name);
  expect(withoutLink.toSorted()).toEqual(WITHOUT_LINK.toSorted());
});
