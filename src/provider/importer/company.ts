import { storeDigest } from "#accounts/companies/index.ts";
import { reindexLogins } from "#accounts/users/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Context } from "./context.ts";
import * as sql from "./importer.sql.ts";
import { attendanceWithUpdates, finishAttendances, ratingLoader } from "./load/attendances.ts";
import { connectionLoader, connectionQueueLoader, finishConnections } from "./load/connections.ts";
import { contactLoader, extraLoader } from "./load/contacts.ts";
import { finishTickets, loadMessages } from "./load/load-messages.ts";
import {
  listItemLoader,
  listLoader,
  noteLoader,
  quickAnswerLoader,
  quickMessageLoader,
  scheduleLoader,
  tagLoader,
  ticketTagLoader,
} from "./load/other-tables.ts";
import { optionLoader, queueLoader } from "./load/queues.ts";
import { loadSettings } from "./load/settings.ts";
import { ticketLoader } from "./load/tickets.ts";
import { userLoader, userQueueLoader } from "./load/users.ts";
import { note } from "./report.ts";
import { loadRows } from "./rows.ts";

/**
 * Imports one company, parents before children. An interrupted run can be repeated: imported rows are known by their reference, and
 * the last steps are done for all tickets again. Throws Cancelled.
 */
export async function loadCompany(ctx: Context, source: string): Promise<void> {
  loadSettings(ctx);
  await loadRows(ctx, queueLoader());
  await loadRows(ctx, connectionLoader());
  await loadRows(ctx, connectionQueueLoader(ctx));
  finishConnections(ctx);
  await loadRows(ctx, await userLoader(ctx));
  for (const email of await reindexLogins(ctx.tenant)) note(ctx.report, "Users", "email_in_use", email);
  await loadRows(ctx, userQueueLoader(ctx));
  await loadRows(ctx, optionLoader(ctx));
  await loadRows(ctx, tagLoader());
  await loadRows(ctx, contactLoader(ctx));
  await loadRows(ctx, extraLoader(ctx));
  await loadRows(ctx, ticketLoader(ctx));
  await loadRows(ctx, ticketTagLoader(ctx));
  await loadRows(ctx, attendanceWithUpdates(ctx));
  finishAttendances(ctx, source);
  await loadRows(ctx, ratingLoader(ctx));
  await loadMessages(ctx);
  finishTickets(ctx, source);
  await loadRows(ctx, noteLoader(ctx));
  await loadRows(ctx, quickMessageLoader(ctx));
  await loadRows(ctx, quickAnswerLoader(ctx));
  await loadRows(ctx, scheduleLoader(ctx));
  await loadRows(ctx, listLoader());
  await loadRows(ctx, listItemLoader(ctx));
  ctx.report.overPlan.push(...overPlan(ctx));
  storeDigest(ctx.tenant);
}

/** An import is never rejected because of the plan; the report names exceeded limits. */
function overPlan({ tenant }: Context): readonly string[] {
  const used = queryOne(tenant.db, sql.planUsage);
  const { plan } = tenant.company;
  return (["users", "connections", "queues"] as const).flatMap((what) =>
    used && used[what] > plan[what] ? [`${what} ${used[what]} of ${plan[what]}`] : [],
  );
}
