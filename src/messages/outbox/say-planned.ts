import { requireConnection } from "#connections/index.ts";
import { contactById } from "#contacts/index.ts";
import { attachmentKind, copyMediaFile, type MediaKind, mediaFileById } from "#media/index.ts";
import type { Origin } from "#messages/contract.ts";
import type { OutboxState } from "#messages/schema.ts";
import { driverOf } from "#messages/send/uploaded.ts";
import { rendered } from "#messages/send/variables.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createClosedTicket, newestTicketOf, type Ticket } from "#tickets/index.ts";
import { outboxBySource } from "./rows.ts";
import { say } from "./say.ts";

/** A message written in advance, whose time has come. */
export interface PlannedMessage {
  readonly contactId: number;
  readonly connectionId: number;
  /** With variables, as typed. */
  readonly text: string;
  /** A file of the company; the message gets a row of its own for it. */
  readonly fileId: number | null;
  readonly author: { readonly id: number; readonly name: string };
  readonly origin: Origin & "schedule";
  /** Together the key of the outbox: what was written under it is never written again. */
  readonly source: string;
  readonly sourceKey: string;
}

/** Where it was written and what became of it so far, or the code of why it cannot go. */
export type Planned =
  | { readonly outboxId: number; readonly ticketId: number | null; readonly state: OutboxState }
  | { readonly code: string };

/**
 * Writes a planned message and its outbox row (behaviour 15): into the contact's running ticket of the connection,
 * else the one closed last, else a new closed one; no list moves and nobody's attendance begins.
 */
export function sayPlanned(unit: TenantUnit, planned: PlannedMessage): Planned {
  const { source, sourceKey, author, origin } = planned;
  const before = outboxBySource(unit.db, source, sourceKey);
  if (before) return { outboxId: before.id, ticketId: before.ticketId, state: before.state };
  const ticket = ticketFor(unit, planned);
  const file = fileFor(unit, ticket, planned.fileId);
  if (file && "code" in file) return file;
  const body = rendered(unit.tenant, planned.text, {
    ticket,
    contactId: planned.contactId,
    ...((ticket.status === "closed" || ticket.userId === null) && { userName: author.name }),
  });
  const { outboxId } = say(unit, {
    ticketId: ticket.id,
    fields: {
      body,
      origin,
      userId: author.id,
      ...(file && { mediaType: file.kind, mediaId: file.id }),
    },
    payload: {
      content: file
        ? { type: "media", fileId: file.id, kind: file.kind, caption: body, voice: false }
        : { type: "text", text: body },
    },
    fileName: file?.name ?? null,
    source,
    sourceKey,
    planned: true,
  });
  if (outboxId === undefined) throw new Error("a planned message was written twice");
  return { outboxId, ticketId: ticket.id, state: "queued" };
}

function ticketFor(unit: TenantUnit, { contactId, connectionId }: PlannedMessage): Ticket {
  const known = newestTicketOf(unit.db, contactId, connectionId);
  if (known) return known;
  const { channel } = requireConnection(unit.db, connectionId);
  const isGroup = contactById(unit.db, contactId)?.isGroup ?? false;
  return createClosedTicket(unit, { contactId, connectionId, channel, isGroup, origin: "schedule" });
}

type PlannedFile = { readonly id: number; readonly kind: MediaKind; readonly name: string };

function fileFor(
  unit: TenantUnit,
  ticket: Ticket,
  fileId: number | null,
): PlannedFile | { readonly code: string } | undefined {
  if (fileId === null) return undefined;
  const file = mediaFileById(unit.db, fileId);
  if (file?.state !== "stored" || file.path === null) return { code: "ERR_SENDING_WAPP_MSG" };
  const kind = attachmentKind(driverOf(unit.tenant, ticket), file);
  return kind === null
    ? { code: "ERR_MEDIA_TYPE" }
    : { id: copyMediaFile(unit, file), kind, name: file.name };
}
