import { isAssignableTo, stopIfLooping } from "#automation/chatbot/index.ts";
import {
  endSession,
  hasTicket,
  returnToQueue,
  storeMemory,
} from "#automation/integrations/responder/sessions.ts";
import type { Delivery } from "#automation/integrations/schema.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { createAutomaticFileMessage, createAutomaticMessage } from "#inbox/messages/index.ts";
import {
  addSystemNote,
  assignByBot,
  closeTicket,
  recordBotMessage,
  type Ticket,
  tagByBot,
  ticketById,
  untagByBot,
} from "#inbox/tickets/index.ts";
import { describeContact } from "#people/contacts/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { needsTicket, type Step } from "./adapter.ts";
import { type Fetched, fileRow } from "./fetch-file.ts";
import * as sql from "./perform.sql.ts";

/**
 * Carries out one step inside the transaction of its delivery. Returns null, or the reason why it was not carried
 * out.
 */
export function perform(
  unit: TenantUnit,
  { ticketId, integrationId }: Delivery,
  step: Step,
  file: Fetched | undefined,
): string | null {
  const ticket = ticketId === null ? undefined : ticketById(unit.db, ticketId);
  if (!ticket) return "no ticket";
  if (needsTicket(step) && !hasTicket(ticket, integrationId)) return "not its conversation";
  switch (step.do) {
    case "say":
      createAutomaticMessage(unit, { ticket, text: step.text, origin: "bot", verbatim: true });
      return afterMessage(unit, ticket);
    case "media":
      return sendFile(unit, ticket, step, file);
    case "file":
      return sendFile(unit, ticket, { ...step, voice: false }, file);
    case "wait":
      return null;
    case "transferQueue":
      return toQueue(unit, ticket, step.queueId);
    case "transferUser":
      return toUser(unit, ticket, step.userId, step.queueId);
    case "close":
      endSession(unit, ticket.id);
      closeTicket(unit, ticket, { reason: "bot", silent: step.silent, userId: null });
      return null;
    case "endSession":
      returnToQueue(unit, ticket.id, step.failed ? "integration_failed" : "bot_ended");
      return null;
    case "forget":
      storeMemory(unit, ticket.id, {});
      return null;
    case "note":
      addSystemNote(unit, ticket, step.text);
      return null;
    case "addTag":
      if (!queryOne(unit.db, sql.tagById, { id: step.tagId })) return "no such tag";
      tagByBot(unit, ticket, step.tagId);
      return null;
    case "removeTag":
      untagByBot(unit, ticket, step.tagId);
      return null;
    case "setContact": {
      const { name, email, extraInfo } = step;
      describeContact(unit, ticket.contactId, {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        extraInfo,
      });
      return null;
    }
  }
}

/** Restarts the redirection timer, and checks for loops (docs/rules/automation.md#loop-guard). */
function afterMessage(unit: TenantUnit, { id }: Ticket): null {
  recordBotMessage(unit, id);
  stopIfLooping(unit, id);
  return null;
}

function sendFile(
  unit: TenantUnit,
  ticket: Ticket,
  { caption, voice }: Pick<Extract<Step, { do: "media" }>, "caption" | "voice">,
  file: Fetched | undefined,
): string | null {
  if (!file) return "no file";
  if ("problem" in file) return file.problem;
  const mediaId = fileRow(unit, file);
  const message = createAutomaticFileMessage(unit, { ticket, mediaId, origin: "bot", caption, voice });
  // The message got its own row for the file; delete the row used for the transfer.
  removeMediaFile(unit, mediaId);
  return message ? afterMessage(unit, ticket) : "not carried by the channel";
}

function toQueue(unit: TenantUnit, ticket: Ticket, queueId: number): string | null {
  if (!queryOne(unit.db, sql.queueById, { id: queueId })) return "no such queue";
  returnToQueue(unit, ticket.id, "bot_ended", { queueId });
  return null;
}

/** Checks as for a transfer: the queue exists, and the user belongs to it. */
function toUser(
  unit: TenantUnit,
  ticket: Ticket,
  userId: number,
  queueId: number | undefined,
): string | null {
  if (queueId !== undefined && !queryOne(unit.db, sql.queueById, { id: queueId })) return "no such queue";
  if (!isAssignableTo(unit.db, userId, queueId ?? ticket.queueId)) return "not a person of that queue";
  const after = returnToQueue(unit, ticket.id, "bot_ended", {
    quiet: true,
    ...(queueId !== undefined && { queueId }),
  });
  if (after) assignByBot(unit, after, userId);
  return null;
}
