import { startFollowUp } from "#inbox/follow-ups/index.ts";
import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import {
  addNote,
  changeTags,
  closeByPerson,
  invite,
  prioritise,
  snoozeTicket,
  storedTicket,
  type Ticket,
  updateTicket,
  visibleTicket,
} from "#inbox/tickets/index.ts";
import { AppError } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TicketAction } from "./contract.ts";
import { hasText, type ReplyOptions, reply } from "./reply.ts";
import { setField } from "./set-field.ts";
import { snoozeOf } from "./snooze.ts";

/**
 * An action was refused, so no action of its list had an effect. `index` is the position of the refused action, from 0.
 */
export class ActionRefused extends Error {
  override readonly name = "ActionRefused";
  readonly index: number;
  readonly error: AppError;

  constructor(index: number, error: AppError) {
    super(error.code);
    this.index = index;
    this.error = error;
  }
}

/** Options of the caller of a list of actions. */
export interface ActionOptions extends ReplyOptions {
  /** How long a resolve can be undone, ms; default: the company's setting. */
  readonly undoMs?: (ticket: Ticket) => number;
}

/**
 * Runs actions on one ticket in their order, in one transaction. The rules and permissions are those of the same action
 * on the pages (docs/rules/ticket-actions.md). Returns whether any action changed the ticket. When one is refused, none
 * has an effect: throws `ActionRefused` with its `ERR_*`.
 */
export function runActions(
  ctx: UserCtx,
  ticketId: number,
  actions: readonly TicketAction[],
  options: ActionOptions = {},
): boolean {
  return ctx.tenant.write(() => {
    let changed = false;
    const edited = options.replyText === undefined ? -1 : actions.findIndex(hasText);
    for (const [index, action] of actions.entries()) {
      try {
        const { replyText, ...others } = options;
        const own = index === edited ? options : others;
        changed = runAction(ctx, ticketId, action, own) || changed;
      } catch (error) {
        throw error instanceof AppError ? new ActionRefused(index, error) : error;
      }
    }
    return changed;
  });
}

/** Runs one action; returns whether it changed the ticket. */
function runAction(ctx: UserCtx, ticketId: number, action: TicketAction, options: ActionOptions): boolean {
  const ticket = visibleTicket(ctx, ticketId);
  switch (action.action) {
    case "note":
      addNote(ctx, { ticketId, note: action.text, mentions: action.mentions });
      return true;
    case "tag_add":
      return changeTags(ctx, ticketId, "add", action.tagIds).length > 0;
    case "tag_remove":
      return changeTags(ctx, ticketId, "remove", action.tagIds).length > 0;
    case "field_set":
      return setField(ctx, ticket, action.key, action.value);
    case "reply":
      return reply(ctx, ticket, action, options);
    case "participant_add":
      invite(ctx, ticketId, action.userIds);
      return true;
    case "priority":
      prioritise(ctx, ticketId, action.priority);
      return ticket.priority !== action.priority;
    case "assign":
      return update(ctx, ticket, assignment(ctx, ticket, action.userId));
    case "transfer": {
      const { queueId, userId, reason, startBot } = action;
      const isThere = ticket.queueId === queueId && (userId === undefined || ticket.userId === userId);
      return update(ctx, ticket, { queueId, userId, reason: isThere ? undefined : reason, startBot });
    }
    case "return":
      return update(ctx, ticket, { status: "pending", reason: action.reason });
    case "snooze":
      snoozeTicket(ctx, ticketId, snoozeOf(ctx.tenant, ticket, action));
      return true;
    case "follow_up":
      startFollowUp(ctx, ticketId, { followUpId: action.followUpId, snooze: false });
      return true;
    case "resolve":
      return resolve(ctx, ticket, action, options);
  }
}

/** The request body that the pages send for the same action; a waiting ticket is accepted by the caller. */
function assignment({ actor }: UserCtx, ticket: Ticket, to: number | "me"): UpdateTicketBody {
  const userId = to === "me" ? actor.id : to;
  return userId === actor.id && ticket.status === "pending" ? { status: "open", userId } : { userId };
}

const MOVES = ["status", "queueId", "userId"] as const;

/** Whether the update moved the ticket. */
function update(ctx: UserCtx, before: Ticket, body: UpdateTicketBody): boolean {
  updateTicket(ctx, before.id, body);
  const after = storedTicket(ctx.tenant.db, before.id);
  return MOVES.some((key) => after[key] !== before[key]);
}

function resolve(
  { tenant, actor }: UserCtx,
  ticket: Ticket,
  { farewell, resolutionId }: Extract<TicketAction, { action: "resolve" }>,
  { undoMs }: ActionOptions,
): boolean {
  if (ticket.status === "closed") return false;
  tenant.write((unit) =>
    closeByPerson(unit, actor, ticket, { silent: !farewell, resolutionId }, undoMs?.(ticket)),
  );
  return true;
}
