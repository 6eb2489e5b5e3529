/** Tests background work: after a fault at any step the next round, or the next process, does the work, and does it once. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { sendDue } from "~/models/base/mail/sending.server";
import {
  applyImport,
  chooseColumns,
  findImport,
  importColumns,
  resumeImport,
  startImport,
} from "~/models/editing/imports/import.server";
import { noteMissed, storeMissed } from "~/models/readers/missed-searches/missed-searches.server";
import { recordView, storeVisits } from "~/models/readers/visits/counting.server";
import { deliverDue } from "~/models/readers/webhooks/delivery.server";
import { createWebhook, deliveriesOf } from "~/models/readers/webhooks/webhooks.server";
import { backup } from "~/models/whole/transfer/backup.server";
import { removeUnfinished } from "~/models/whole/transfer/backup-schedule.server";
import { eventually } from "../support/eventually";
import { installFaults } from "../support/faults";
import { addMember, withSession } from "../support/members";
import { newName } from "./calls";
import { recoveryProblems } from "./every-step";

const [receiver, mailbox] = await vi.hoisted(async () => {
  const { startReceiver } = await import("../support/receiver");
  const { startMailbox } = await import("../support/mailbox");
  const servers = await Promise.all([startReceiver(), startMailbox()]);
  process.env.FETCH_PRIVATE = servers[0].host;
  process.env.SMTP_URL = servers[1].url;
  return servers;
});

let removeFaults: () => void;
let admin: Admin;
beforeAll(async () => {
  removeFaults = installFaults();
  admin = asAdmin(await addMember({ role: "admin" }));
});
afterAll(async () => {
  removeFaults();
  await Promise.all([receiver.stop(), mailbox.stop()]);
});

const MINUTE = 60_000;

test("reliability 41 every step may fail: delivering webhooks", async () => {
  const problems = await recoveryProblems(async () => {
    await db.deleteFrom("webhooks").execute();
    await db.deleteFrom("removals").execute();
    receiver.deliveries.length = 0;
    await createWebhook(await withSession(admin), { url: receiver.url, events: ["expert.removed"] });
    const ids = [newId(), newId()];
    const startedAt = Date.now();
    for (const [index, id] of ids.entries()) {
      const time = new Date(startedAt + index + 1).toISOString();
      await db.insertInto("removals").values({ id, kind: "expert", at: time }).execute();
    }
    const deliverAt = (minutes: number) =>
      deliverDue({ origin: "https://site.example", clock: async () => startedAt + minutes * MINUTE });
    return {
      run: () => deliverAt(1),
      // A receiver that gets an event twice recognizes it by its id.
      async recover() {
        for (let minutes = 5; minutes <= 25; minutes += 5) await deliverAt(minutes);
        const { deliveries } = await db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
        const deliveredIds = receiver.deliveries.map(({ body }) => JSON.parse(body).id as string);
        return {
          areAllDelivered: [...new Set(deliveredIds)].join() === ids.join(),
          deliveredCount: deliveriesOf({ deliveries }).filter(({ status }) => status === "delivered").length,
        };
      },
    };
  });
  expect(problems).toEqual([]);
});

test("reliability 41 every step may fail: sending a mail", async () => {
  const problems = await recoveryProblems(async () => {
    await db.deleteFrom("mails").execute();
    const recipient = `${newId()}@mail.example`;
    await queueMail(db, { kind: "test", recipient, subject: "A test", body: "Words." });
    const startedAt = Date.now();
    const sendAt = (minutes: number) => sendDue({ clock: () => new Date(startedAt + minutes * MINUTE) });
    return {
      run: () => sendAt(1),
      async recover() {
        for (const minutes of [10, 20, 30]) await sendAt(minutes);
        const { status } = await db.selectFrom("mails").select("status").executeTakeFirstOrThrow();
        const times = mailbox.accepted.filter(({ to }) => to === recipient).length;
        // An admin decides if the server cannot know whether the mail arrived.
        return { isRight: status === "sent" ? times === 1 : status === "failed" && times <= 1 };
      },
    };
  });
  expect(problems).toEqual([]);
});

test("reliability 41 every step may fail: storing searches that found nobody", async () => {
  const problems = await recoveryProblems(async () => {
    await db.deleteFrom("missedSearches").execute();
    for (const typed of ["Ada Missing", "Ada Miss", "Bob Missing"]) noteMissed(typed, newName());
    return {
      run: () => storeMissed(),
      async recover() {
        await storeMissed();
        return db.selectFrom("missedSearches").select(["words", "count"]).orderBy("words").execute();
      },
    };
  });
  expect(problems).toEqual([]);
});

test("reliability 41 every step may fail: storing visits", async () => {
  const now = Date.now();
  await storeVisits();
  const problems = await recoveryProblems(async () => {
    await db.deleteFrom("visits").execute();
    for (const kind of ["site", "search", "search"] as const)
      recordView(kind, now, () => [{ kind, key: "senescent cells", host: "" }]);
    return {
      run: () => storeVisits(),
      async recover() {
        await storeVisits();
        return db.selectFrom("visits").select(["kind", "subject", "n"]).orderBy("kind").execute();
      },
    };
  });
  expect(problems).toEqual([]);
});

test("reliability 41 every step may fail: applying an import", async () => {
  const folder = mkdtempSync(join(process.env.DATA_DIR as string, "sent-"));
  const waitUntilSettled = (id: string) =>
    eventually(async () => {
      const view = await findImport(admin, id);
      expect(view.status).not.toBe("running");
      return view;
    }, 5);
  const problems = await recoveryProblems(async () => {
    const names = [newName(), newName()];
    const path = join(folder, newId());
    writeFileSync(path, `Name,Title\n${names.map((name) => `${name},Professor\n`).join("")}`);
    const id = await startImport(admin, { field: "file", name: "people.csv", path, bytes: 100, tooLarge: false });
    const { mapping } = await importColumns(admin, id);
    await chooseColumns(admin, id, { fields: mapping.columns, state: "public" });
    await waitUntilSettled(id);
    const recentAdmin = await withSession(admin);
    return {
      async run() {
        await applyImport(recentAdmin, id);
        await waitUntilSettled(id);
      },
      async recover() {
        const { phase } = await waitUntilSettled(id);
        if (phase === "checked") await applyImport(recentAdmin, id);
        else if (phase !== "written") await resumeImport(recentAdmin, id);
        const { phase: end, counts } = await waitUntilSettled(id);
        const rows = await db.selectFrom("experts").select("name").where("name", "in", names).execute();
        const listedRows = await db.selectFrom("listing").select("sortName").where("category", "=", "*").execute();
        return { end, rows: rows.length, counts, isListed: listedRows.length >= 2 };
      },
    };
  });
  expect(problems).toEqual([]);
});

test("reliability 41 every step may fail: a backup", async () => {
  const dataDir = process.env.DATA_DIR as string;
  mkdirSync(join(dataDir, "uploads", "ab"), { recursive: true });
  writeFileSync(join(dataDir, "uploads", "ab", "abcdefghjkmnpqrs-640.webp"), "an image");
  mkdirSync(join(dataDir, "backups"), { recursive: true });
  const problems = await recoveryProblems(async () => {
    const target = join(dataDir, "backups", `${newId()}.tar.gz`);
    return {
      run: () => backup(dataDir, target),
      async recover() {
        if (!existsSync(target)) await backup(dataDir, target);
        await removeUnfinished(dataDir, process.pid);
        const otherFiles = readdirSync(join(dataDir, "backups")).filter((name) => !name.endsWith(".tar.gz"));
        return { isThere: existsSync(target), otherFiles };
      },
    };
  });
  expect(problems).toEqual([]);
});
