import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { holdAllCompanies } from "#accounts/companies/index.ts";
import { dropRestoredMails } from "#accounts/mails/index.ts";
import { failRestoredDeliveries } from "#automation/integrations/index.ts";
import { cancelRestoredTurns } from "#automation/prompts/index.ts";
import { holdRestoredConnections } from "#channels/connections/index.ts";
import { jobNames } from "#features.ts";
import { markRestoredFollowUps } from "#inbox/follow-ups/index.ts";
import { failRestoredSends } from "#inbox/messages/index.ts";
import { markRestoredSchedules } from "#inbox/scheduled-messages/index.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { pauseRestoredCampaigns } from "#outreach/campaigns/index.ts";
import { transaction, typed } from "#platform/db/database.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import { wakeAllCompanies } from "#tenants/wake-schedule.ts";
import { counted } from "./in-words.ts";

/** Printed after a restore. */
const ON_HOLD =
  "nothing is sent automatically until a person resumes the company: compare with what was sent and paid since then, and press the button above the pages";

/**
 * Prepares a restored installation, before it replaces the present one, so that nothing is sent automatically
 * (docs/rules/cluster.md#hold).
 */
export function holdInstallation(directory: string, now = Date.now()): void {
  const folder = join(directory, "companies");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  holdCompanyFiles(
    names.map((name) => join(folder, name)),
    now,
  );
  const path = join(directory, "system.sqlite");
  const client = openDatabase(path, { durability: "full" });
  try {
    // The file may be of an earlier release.
    migrate(client, systemMigrations, now);
    const db = typed(client);
    const mails = transaction(db, () => {
      holdAllCompanies(db, now);
      wakeAllCompanies(db, jobNames(), now);
      return dropRestoredMails(db);
    });
    if (mails > 0)
      console.log(
        `${counted(mails, "e-mail")} that waited ${mails === 1 ? "is" : "are"} not sent: people may have ${mails === 1 ? "it" : "them"}`,
      );
  } finally {
    client.close();
  }
  console.log(ON_HOLD);
}

/** As `holdInstallation` for the directory of one company; the caller holds its row. */
export function holdCompanyDirectory(directory: string, now = Date.now()): void {
  holdCompanyFiles([directory], now);
  console.log(ON_HOLD);
}

/**
 * Prepares restored company directories so that nothing is sent automatically, because the replaced machine may have sent it
 * already.
 */
function holdCompanyFiles(directories: readonly string[], now: number): void {
  const sum = (count: (directory: string) => number) =>
    directories.reduce((total, directory) => total + count(directory), 0);
  const failed = sum((directory) => failWaiting(join(directory, "company.sqlite"), now));
  if (failed > 0)
    console.log(
      `${counted(failed, "waiting message or call of an integration", "waiting messages and calls of integrations")} ${failed === 1 ? "is not sent: it" : "are not sent: each"} shows the reason, and a user can send it again`,
    );
  const paused = sum((directory) => pauseRestoredCampaigns(join(directory, "company.sqlite"), now));
  if (paused > 0)
    console.log(
      `${counted(paused, "campaign")} paused: compare ${paused === 1 ? "its report before you resume it" : "their reports before you resume them"}`,
    );
  const held = sum((directory) => holdRestoredConnections(directory));
  if (held > 0)
    console.log(
      `${counted(held, "WhatsApp connection")} ${held === 1 ? "stays" : "stay"} disconnected: make sure that no other copy of this installation runs, then connect ${held === 1 ? "it" : "them"} on the page of connections`,
    );
}

/** Cancels the waiting work in the file of a company. Returns the number of messages and calls that failed by that. */
function failWaiting(path: string, now: number): number {
  const client = openDatabase(path, { durability: "full" });
  try {
    // The file may be of an earlier release.
    migrate(client, tenantMigrations, now, { path });
    const db = typed(client);
    return transaction(db, () => {
      cancelRestoredTurns(db, now);
      markRestoredFollowUps(db, now);
      return failRestoredSends(db, now) + markRestoredSchedules(db, now) + failRestoredDeliveries(db, now);
    });
  } finally {
    client.close();
  }
}
