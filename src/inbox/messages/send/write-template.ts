import { fillTemplate, type TemplateProblem } from "#channels/templates/index.ts";
import { checkNewChat } from "#inbox/messages/outbox/cold/check-new-chat.ts";
import { createTemplateMessage } from "#inbox/messages/outbox/create-template.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { sendableTicket } from "#inbox/tickets/index.ts";
import { contactById, needsPhone } from "#people/contacts/index.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { earlierMessage, hashOf } from "./idempotency.ts";
import { rendered } from "./variables.ts";
import type { FileOfMessage } from "./with-files.ts";
import * as sql from "./write.sql.ts";

export interface TemplateWriting {
  readonly ticketId: number;
  readonly name: string;
  /** Null = any approved language. */
  readonly language: string | null;
  /** The values as typed, in the order of the template's variables. */
  readonly values: readonly string[];
  readonly clientMessageId: string | undefined;
  /** File of the heading, used instead of the sample; only for a template with a heading. */
  readonly file?: FileOfMessage;
}

const FIELD_OF = {
  unknown: { templateName: "invalid" },
  missing_values: { parameters: "required" },
  missing_file: { medias: "required" },
  wrong_file: { medias: "invalid" },
} as const satisfies Record<TemplateProblem, object>;

/**
 * Sends an approved template of an official number for a user, inside or outside the answer window
 * (docs/rules/official-channels.md#answer-window). Throws the errors of `writeMessage`, and 400 ERR_VALIDATION for a
 * template that is not approved on the connection, for missing values, or for a file that cannot be its heading; 400
 * ERR_NEEDS_PHONE for an authentication template to a contact without a known phone.
 */
export function writeTemplate(ctx: UserCtx, writing: TemplateWriting): Message {
  return ctx.tenant.write((unit) => {
    const { ticketId, name, language, clientMessageId } = writing;
    const hash = hashOf({
      ticketId,
      body: JSON.stringify([name, language, writing.values]),
      quotedId: null,
      file: writing.file?.sha256 ?? null,
    });
    const earlier =
      clientMessageId === undefined ? undefined : earlierMessage(unit.db, clientMessageId, hash, unit.now);
    if (earlier) return earlier;
    const ticket = sendableTicket(ctx, ticketId);
    checkNewChat(unit, ticket);
    const situation = { ticket, contactId: ticket.contactId, userName: ctx.actor.name };
    const values = writing.values.map((value) => rendered(ctx.tenant, value, situation));
    const attached = writing.file?.attach(unit);
    const fileId = attached?.id ?? null;
    const filled = fillTemplate(unit.db, ticket.connectionId, { name, language, values, fileId });
    if (typeof filled === "string") throw invalidFields(FIELD_OF[filled]);
    if (filled.needsPhone && contactById(unit.db, ticket.contactId)?.number === null) throw needsPhone();
    // A file for a template without a heading is an error; otherwise the message would be sent without the file unnoticed.
    if (fileId !== null && filled.heading?.fileId !== fileId) throw invalidFields({ medias: "invalid" });
    if (clientMessageId !== undefined) execute(unit.db, sql.freeClientId, { clientMessageId });
    return createTemplateMessage(unit, filled, {
      ticketId,
      fields: {
        origin: "user",
        userId: ctx.actor.id,
        ...(clientMessageId !== undefined && { clientMessageId, clientHash: hash }),
      },
      ownsFile: fileId !== null,
      source: "message",
    }).message;
  });
}
