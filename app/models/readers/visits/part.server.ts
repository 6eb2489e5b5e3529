import { z } from "zod";
import type { Queryable } from "~/db.server";
import { ALL_ROWS, ownRows } from "~/models/base/parts/own-rows.server";
import { type Leaving, NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { kindsInWords } from "~/models/records/shared/public-kinds";
import { startVisits } from "./counting.server";
import { moveVisits } from "./move.server";
import { visitsOfOwnProfiles } from "./statistics.server";
import { forgetVisits, MIN_VISITS, RETENTION_MONTHS, tidyVisits } from "./sums.server";
import { VISITS_SETTING } from "./switch.server";

const WHY_NOT_EXPORTED = "not: what readers of this site did";

export const visitsPart = {
  tables: {
    visits: {
      key: ["day", "kind", "subject", "host"],
      person: {
        subject: {
          by: "id",
          merge: (tx: Queryable, from: Person, to: Person) => moveVisits(tx, from.id, to.id),
          removal: "deleted",
          trash: "hidden",
          deletion: "stays: visits remain part of the sums until they expire",
        },
      },
      texts: {
        subject: (tx: Queryable, { names }: Leaving) => forgetVisits(tx, names),
        host: "stays: forgetVisits() removes names from hosts together with the searches",
      },
      silent: ["day", "kind"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "visits" },
    },
  },
  hourly: { visits: () => tidyVisits() },
  counts: startVisits,
  mine: {
    visits: ({ id }) => ownRows(() => visitsOfOwnProfiles({ id }), ALL_ROWS),
  },
  privacy: ({ countsVisits }: SiteFacts) => (countsVisits ? { "If you read": PRIVACY_TEXT } : {}),
  settings: [
    {
      name: VISITS_SETTING,
      label: "Count visits",
      standard: "",
      choices: [
        { value: "", label: "On: page views by day, without cookies" },
        { value: "off", label: "Off: nothing is counted" },
      ],
      schema: z.enum(["", "off"], "Please choose one of the two."),
    },
  ],
  adminPages: [
    {
      to: "/admin/statistics",
      label: "Visits",
      purpose: "How often pages were opened, and from where",
      place: "Visits",
      rank: 1,
    },
  ],
  recordPages: [{ to: "/admin/experts/:id/numbers", label: "Numbers", rank: 3 }],
} satisfies Part;

const COUNTED_PAGES_TEXT = kindsInWords(0, "conjunction", ["topic", "search"]);
const PRIVACY_TEXT = `The site counts how often each ${COUNTED_PAGES_TEXT} is opened on a day, and which sites readers come from (the name of the site, not the page). It keeps these sums for ${RETENTION_MONTHS} months and nothing about who the readers are: no address, no browser, no cookie. Words of a search that was made fewer than ${MIN_VISITS} times on a day are not shown, and deleted after the day. Listed people see the sums of their own profile.`;
