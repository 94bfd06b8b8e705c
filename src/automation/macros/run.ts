import { ActionRefused, runActions } from "#automation/ticket-actions/index.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { presentTicket, recordTicketEvent, visibleTicket } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RunBody } from "./contract.ts";
import { macroRefused } from "./errors.ts";
import * as sql from "./macros.sql.ts";
import { visibleMacro } from "./queries.ts";

/** Within this time, ms, a repeated run returns the ticket even to a user who can no longer see it. */
const REPEATED_MS = 60_000;

/**
 * `POST /macros/{id}/run`: runs all actions on the ticket in one transaction, with the caller's permissions. A repeated
 * `runId` returns the ticket without another run (docs/rules/macros.md#run). Throws 404 ERR_NOT_FOUND (also for a macro
 * that is switched off), 404 ERR_NO_TICKET_FOUND, 409 ERR_MACRO_REFUSED with the index and the code of the refused
 * action.
 */
export function runMacro(ctx: UserCtx, macroId: number, run: RunBody): TicketAnswer {
  const { tenant, actor } = ctx;
  const { runId, ticketId, replyText } = run;
  tenant.write((unit) => {
    const earlier = queryOne(unit.db, sql.runById, { runId });
    if (earlier) {
      if (earlier.userId !== actor.id || earlier.ticketId !== ticketId) throw notFound();
      // The macro may have moved the ticket out of the user's sight. A request that is repeated within a minute, because
      // its response was lost, is answered all the same.
      if (unit.now - earlier.at > REPEATED_MS) visibleTicket(ctx, ticketId);
      return;
    }
    const macro = visibleMacro(ctx, macroId);
    if (!macro.active) throw notFound();
    const ticket = visibleTicket(ctx, ticketId);
    const after = queryOne(unit.db, sql.lastMessage)?.id ?? 0;
    // The ticket's history has the entry of the macro before the entries of its actions.
    recordTicketEvent(unit, "macro", ticket, ticket, actor.id, { name: macro.name });
    try {
      runActions(ctx, ticketId, macro.actions, { replyText });
    } catch (error) {
      throw error instanceof ActionRefused ? macroRefused(error.index, error.error.code) : error;
    }
    const { id, name: macroName } = macro;
    execute(unit.db, sql.insertRun, {
      ...{ runId, macroId: id, macroName, ticketId, userId: actor.id, now: unit.now, after },
    });
    execute(unit.db, sql.used, { id, now: unit.now });
  });
  return presentTicket(tenant, ticketId);
}
