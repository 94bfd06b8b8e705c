import { notifyAdmins } from "#accounts/notices/index.ts";
import { forgetDeliveries } from "#automation/integrations/index.ts";
import { forgetTraces } from "#automation/prompts/index.ts";
import { forgetRuleRuns } from "#automation/rules/index.ts";
import { markFileMissing, mediaStoreOf, reportUsage, usageOf } from "#channels/media/index.ts";
import { forgetDraftsOfTicket } from "#inbox/drafts/index.ts";
import { redactOldEvents, removeMessages } from "#inbox/messages/index.ts";
import { forgetRemindersOfTicket } from "#inbox/reminders/index.ts";
import { clearPreview, forgetReferrals, removeTicket, ticketById } from "#inbox/tickets/index.ts";
import type { RetentionRunRow } from "#operations/privacy/schema.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./retention.sql.ts";
import {
  before,
  fileStep,
  isOff,
  type OldFile,
  type OldTicket,
  type Rules,
  rulesOf,
  ticketStep,
} from "./steps.ts";

/** Age at which reports are deleted, ms. */
const KEPT_MS = 366 * 24 * 60 * 60_000;

export type Running = Pick<RetentionRunRow, "id" | "phase" | "cursor">;

/**
 * Deletes the data that the company's retention rules cover, in batches. Each batch is committed together with the
 * progress: after a kill the next call continues there, and nothing is counted twice. Other requests run after each
 * transaction.
 */
export async function runRetention(tenant: Tenant): Promise<void> {
  const rules = rulesOf(tenant);
  let current = queryOne(tenant.db, sql.running);
  if (isOff(rules) && !current) return;
  current ??= {
    id: execute(tenant.db, sql.begin, { startedAt: tenant.clock.now() }).id,
    phase: "media",
    cursor: 0,
  };
  if (current.phase === "media") await removeFiles(tenant, rules, current);
  await removeTickets(tenant, rules, current);
  await removeWords(tenant, rules);
  tenant.write((unit) => finish(unit, current.id));
}

async function removeFiles(tenant: Tenant, rules: Rules, { id, cursor }: Running): Promise<void> {
  const next = (from: number) => fileStep(tenant.db, rules, from, tenant.clock.now());
  for (let piece = next(cursor); piece; piece = next(piece.to)) {
    for (let at = 0; at < piece.rows.length; at += sql.BATCH) {
      const files = piece.rows.slice(at, at + sql.BATCH);
      tenant.write((unit) => {
        const before = usageOf(tenant).bytes;
        const gone = files.filter((file) => markFileMissing(unit, file.id));
        execute(unit.db, sql.addCounts, {
          files: gone.length,
          bytes: before - usageOf(tenant).bytes,
          messages: 0,
          tickets: 0,
          id,
        });
        reportUsage(unit);
      });
      await removeFromDisk(tenant, files);
      await yieldToEventLoop(tenant);
    }
    execute(tenant.db, sql.storeProgress, { phase: "media", cursor: piece.to, id });
  }
  execute(tenant.db, sql.storeProgress, { phase: "tickets", cursor: 0, id });
}

async function removeFromDisk(tenant: Tenant, files: readonly OldFile[]): Promise<void> {
  const store = mediaStoreOf(tenant);
  for (const { path } of files) if (!queryOne(tenant.db, sql.fileByPath, { path })) await store.remove(path);
}

async function removeTickets(tenant: Tenant, rules: Rules, { id, phase, cursor }: Running): Promise<void> {
  const next = (from: number) => ticketStep(tenant.db, rules, from, tenant.clock.now());
  for (let piece = next(phase === "tickets" ? cursor : 0); piece; piece = next(piece.to)) {
    for (const ticket of piece.rows) await empty(tenant, rules, id, ticket);
    execute(tenant.db, sql.storeProgress, { phase: "tickets", cursor: piece.to, id });
    await yieldToEventLoop(tenant);
  }
}

/** Deletes texts of inbox and outbox rows that are older than the limit for messages. */
async function removeWords(tenant: Tenant, { ticketDays }: Rules): Promise<void> {
  const until = before(ticketDays, tenant.clock.now());
  while (until !== null && tenant.write((unit) => redactOldEvents(unit, until)))
    await yieldToEventLoop(tenant);
}

/**
 * Deletes the messages of a ticket in batches, so that a long conversation does not block other requests, and then
 * the ticket itself when the rule is `tickets`.
 */
async function empty(tenant: Tenant, rules: Rules, runId: number, { id }: OldTicket): Promise<void> {
  for (;;) {
    const isDone = tenant.write((unit) => {
      // A ticket that was reopened meanwhile is kept.
      const ticket = ticketById(unit.db, id);
      if (ticket?.status !== "closed") return true;
      const before = usageOf(tenant);
      const messages = queryAll(unit.db, sql.messagesOfTicket, { ticketId: id });
      removeMessages(unit, messages);
      const isLast = messages.length < sql.BATCH;
      const goes = isLast && rules.what === "tickets";
      if (goes) removeTicket(unit, ticket);
      else if (isLast) forgetWordsOfTicket(unit, id);
      const after = usageOf(tenant);
      const [files, bytes] = [before.files - after.files, before.bytes - after.bytes];
      execute(unit.db, sql.addCounts, {
        files,
        bytes,
        messages: messages.length,
        tickets: isLast ? 1 : 0,
        id: runId,
      });
      return isLast;
    });
    await yieldToEventLoop(tenant);
    if (isDone) return;
  }
}

/** Deletes texts of a ticket in other tables: its preview, drafts, reminders, advertisements, runs of rules, AI runs, deliveries of integrations. */
function forgetWordsOfTicket(unit: TenantUnit, ticketId: number): void {
  clearPreview(unit, ticketId);
  forgetDraftsOfTicket(unit, ticketId);
  forgetRemindersOfTicket(unit, ticketId);
  forgetReferrals(unit, ticketId);
  forgetRuleRuns(unit, ticketId);
  forgetTraces(unit, ticketId);
  forgetDeliveries(unit, ticketId);
}

function finish(unit: TenantUnit, id: number): void {
  const [sum] = queryAll(unit.db, sql.end, { finishedAt: unit.now, id });
  execute(unit.db, sql.deleteOldRuns, { before: unit.now - KEPT_MS });
  if (!sum || sum.files + sum.messages + sum.tickets === 0) return;
  notifyAdmins(unit, { code: "retention_done", details: { ...sum }, key: `retention:${id}` });
}
