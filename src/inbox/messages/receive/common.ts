import type { InboundEvent } from "#channels/connections/index.ts";
import type { NewMessage } from "#inbox/messages/insert.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { findOrCreateFromNetwork, type KnownContact } from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { storedContent } from "./content.ts";
import { fileOf } from "./file.ts";

export type MessageEvent = Extract<InboundEvent, { kind: "message" }>;

/** Returns the contact or group of the chat. Our own profile name is never used as its name. */
export const contactOf = (
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  isGroup: boolean,
): KnownContact =>
  findOrCreateFromNetwork(unit, {
    identities: event.chat,
    name: isGroup ? (event.groupName ?? null) : event.fromMe ? null : event.pushName,
    isPastName: event.gap !== undefined,
    isGroup,
    connectionId: row.connectionId,
  });

/** Returns the author of a group message as a contact; an author has no ticket. */
export const authorOf = (unit: TenantUnit, row: InboundEventRow, event: MessageEvent): KnownContact | null =>
  event.participant && event.participant.length > 0
    ? findOrCreateFromNetwork(unit, {
        identities: event.participant,
        name: event.fromMe ? null : event.pushName,
        isPastName: event.gap !== undefined,
        isGroup: false,
        connectionId: row.connectionId,
      })
    : null;

/** The columns of a message whose values come from the network, for inbound and outgoing messages. */
export function commonFields(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  contact: KnownContact,
): Omit<NewMessage, "ticketId" | "fromMe" | "origin"> {
  const quoted = event.quoted
    ? messageOfChat(unit.db, row.connectionId, contact.id, event.quoted.providerId)
    : undefined;
  return {
    ...storedContent(event.content),
    mediaId: fileOf(unit, event.content),
    link: event.content.type === "text" ? event.content.preview : undefined,
    contactId: contact.id,
    connectionId: row.connectionId,
    providerId: event.providerId,
    quotedId: quoted?.id ?? null,
    createdAt: momentOf(event.at, unit.now),
  };
}

/**
 * Networks send whole seconds. The end of that second is used, so that a reply is never sorted before the message it
 * answers.
 */
const momentOf = (at: number, now: number): number => Math.min(at % 1000 === 0 ? at + 999 : at, now);

export const fileNameOf = ({ content }: MessageEvent): string | null =>
  content.type === "media" ? content.media.fileName : null;
