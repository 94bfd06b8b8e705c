import { say } from "#messages/outbox/say.ts";
import type { Message } from "#messages/schema.ts";
import { run } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { fillTemplate } from "#templates/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { sendableTicket } from "#tickets/index.ts";
import { earlierMessage, hashOf } from "./idempotency.ts";
import { rendered } from "./variables.ts";

export interface TemplateWriting {
  readonly ticketId: number;
  readonly name: string;
  /** Null = whichever language is approved. */
  readonly language: string | null;
  /** As typed, in the order of the template's variables. */
  readonly values: readonly string[];
  readonly clientMessageId: string | undefined;
}

const FREE_CLIENT_ID =
  "UPDATE message SET client_message_id = NULL, client_hash = NULL WHERE client_message_id = ?";

/**
 * A person sends an approved text of an official number, inside the answer window or outside it (behaviour 21). Throws
 * as `writeMessage`, 400 ERR_VALIDATION for a template that is not approved there, or values that are missing.
 */
export function writeTemplate(ctx: UserCtx, writing: TemplateWriting): Message {
  return ctx.tenant.write((unit) => {
    const { ticketId, name, language, clientMessageId } = writing;
    const hash = hashOf({
      ticketId,
      body: JSON.stringify([name, language, writing.values]),
      quotedId: null,
      file: null,
    });
    const earlier =
      clientMessageId === undefined ? undefined : earlierMessage(unit.db, clientMessageId, hash, unit.now);
    if (earlier) return earlier;
    const ticket = sendableTicket(ctx, ticketId);
    const situation = { ticket, contactId: ticket.contactId, userName: ctx.actor.name };
    const values = writing.values.map((value) => rendered(ctx.tenant, value, situation));
    const filled = fillTemplate(unit.db, ticket.connectionId, { name, language, values });
    if (filled === "unknown") throw invalidFields({ templateName: "invalid" });
    if (filled === "missing_values") throw invalidFields({ parameters: "required" });
    if (clientMessageId !== undefined) run(unit.db, FREE_CLIENT_ID, clientMessageId);
    const { text, ...content } = filled;
    return say(unit, {
      ticketId,
      fields: {
        body: text,
        origin: "user",
        userId: ctx.actor.id,
        ...(clientMessageId !== undefined && { clientMessageId, clientHash: hash }),
      },
      payload: { content: { type: "template", ...content } },
      source: "message",
    }).message;
  });
}
