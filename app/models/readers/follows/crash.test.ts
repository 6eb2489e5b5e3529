/** Kills real servers while they queue and send digests through a real mail server. */

import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "~/stored-times";
import { addArticles, article } from "../../../../test/support/articles";
import { databaseSettings, onPostgres, openDatabase } from "../../../../test/support/database";
import { makeEmptyDirectory } from "../../../../test/support/empty-directory";
import { pollUntil } from "../../../../test/support/eventually";
import { startMailbox } from "../../../../test/support/mailbox";
import { readMail } from "../../../../test/support/read-mail";
import { type Site, startSite } from "../../../../test/support/site";

const READERS = 40;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function kill(site: Site): Promise<void> {
  process.kill(site.pid, "SIGKILL");
  await expect(site.stop()).rejects.toThrow("ended with code null");
}

test("RC03 nodes killed while they send digests send none twice, and record every follower who may have got none", async () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "longevity-digests-")));
  const [firstFolder = "", otherFolder = ""] = folders;
  await makeEmptyDirectory(firstFolder);
  const mailbox = await startMailbox();
  const env = { SMTP_URL: mailbox.url, SITE_URL: "https://life.example" };
  const { db, close } = await openDatabase(firstFolder);
  onTestFinished(async () => {
    await close();
    await mailbox.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const startNodes = async () => {
    const firstNode = await startSite({ dataDir: firstFolder, env });
    if (!onPostgres) return [firstNode];
    if (!existsSync(join(otherFolder, "uploads")) && existsSync(join(firstFolder, "uploads")))
      cpSync(join(firstFolder, "uploads"), join(otherFolder, "uploads"), { recursive: true });
    return [firstNode, await startSite({ dataDir: otherFolder, env: { ...databaseSettings(firstFolder), ...env } })];
  };
  await addArticles({ dataDir: firstFolder }, [article("Of tides", { publishedAt: ago(DAY_MS) })]);
  for (let index = 0; index < READERS; index++) {
    const times = { createdAt: ago(9 * DAY_MS), nextAt: ago(index < READERS - 5 ? 1_000 : -DAY_MS) };
    const follower = {
      id: `follower${String(index).padStart(8, "0")}`,
      email: `reader${index}@mail.example`,
      ...times,
    };
    const insertion = db.insertInto("followers").values({ ...follower, rhythm: "weekly" });
    const { rowId: followerRowId } = await insertion.returning("rowId").executeTakeFirstOrThrow();
    const follow = {
      id: `follow${String(index).padStart(10, "0")}`,
      followerRowId,
      kind: "articles" as const,
      target: "",
    };
    const followTimes = { createdAt: ago(9 * DAY_MS), toldUntil: ago(2 * DAY_MS) };
    await db
      .insertInto("follows")
      .values({ ...follow, expertRowId: null, ...followTimes })
      .execute();
  }
  const dueCount = READERS - 5;
  const readStatuses = async () => {
    const rows = await db.selectFrom("mails").select(["recipient", "status"]).where("kind", "=", "digest").execute();
    return Object.fromEntries(rows.map(({ recipient, status }) => [recipient, status]));
  };
  const nodesToKill = await startNodes();
  while (mailbox.accepted.length < 9) await mailbox.next();
  await Promise.all(nodesToKill.map(kill));
  // Lets the claims of the killed nodes expire.
  await db
    .updateTable("mails")
    .set({ nextAttemptAt: ago(DAY_MS) })
    .where("status", "!=", "sent")
    .execute();
  const restartedNodes = await startNodes();
  const areAllSettled = async () => {
    const statusList = Object.values(await readStatuses());
    return statusList.length === dueCount && statusList.every((status) => status === "sent" || status === "failed");
  };
  await pollUntil(areAllSettled, Boolean);
  for (const node of restartedNodes) await node.stop();

  const recipients = mailbox.accepted.map(({ to }) => to);
  expect(new Set(recipients).size, "nobody twice").toBe(recipients.length);
  const statuses = await readStatuses();
  // Counts mails that wait for an admin, because they may have arrived just before the node was killed.
  const uncertainRecipients = Object.keys(statuses).filter((recipient) => statuses[recipient] === "failed");
  expect(uncertainRecipients.length).toBeLessThanOrEqual(2);
  expect([...new Set([...recipients, ...uncertainRecipients])].sort()).toEqual(Object.keys(statuses).sort());
  expect(Object.keys(statuses)).toHaveLength(dueCount);
  const rescheduledFollowers = await db.selectFrom("followers").select("nextAt").where("nextAt", ">", ago(0)).execute();
  expect(rescheduledFollowers).toHaveLength(READERS);
  const { subject, text } = await readMail(mailbox.accepted[0] as { raw: string });
  expect([subject, text]).toEqual([expect.stringContaining("Of tides"), expect.stringContaining("Of tides")]);
});
