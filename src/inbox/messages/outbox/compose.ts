import { addressVia, type OutgoingContent, type OutgoingMessage } from "#channels/connections/index.ts";
import { bringMedia, mediaFileById, mediaStoreOf } from "#channels/media/index.ts";
import { linkOf } from "#inbox/messages/link-preview/link.ts";
import { messageById } from "#inbox/messages/queries.ts";
import type { Message, OutboxRow } from "#inbox/messages/schema.ts";
import { answerWindow, hasWindow } from "#inbox/tickets/index.ts";
import {
  addressOn,
  isOnWhatsApp,
  queryNetwork,
  storeNumberAnswer,
  withLongMerges,
} from "#people/contacts/index.ts";
import { AppError } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { joinedPayload } from "./bundle/members.ts";
import { PRIORITY } from "./enqueue.ts";
import type { Content } from "./payload.ts";
import { voiceNoteOf } from "./voice-note.ts";

/** Thrown for a row that can never be sent; the message shows `code`. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}
const unreachable = () =>
  new Refused("ERR_WAPP_INVALID_CONTACT", "the contact has no address on this channel");

type Channel = Parameters<typeof addressOn>[2];
/** The fields of a connection that are needed for sending. */
export interface SendingConnection {
  readonly channel: Channel;
  readonly provider: string;
}

/** Builds the message for the driver from a claimed row. Throws Refused. */
export async function compose(
  tenant: Tenant,
  row: OutboxRow,
  connection: SendingConnection,
): Promise<OutgoingMessage> {
  const payload = joinedPayload(tenant, row);
  const { channel } = connection;
  const to = payload.to ?? (await addressOf(tenant, row, connection));
  return {
    to,
    providerId: row.providerId ?? "",
    content: await contentOf(tenant, row, payload.content, channel),
    quoted: quotedOf(tenant, row, payload.quotedId ?? null, channel),
    ...(payload.forwarded && { forwarded: true }),
    ...(payload.content.type === "template" ? {} : windowMark(tenant, row, connection)),
  };
}

/**
 * Refuses a message whose answer window has closed. On Facebook pages and Instagram a person may still answer, with the
 * tag HUMAN_AGENT (docs/rules/official-channels.md#answer-window).
 */
function windowMark(
  tenant: Tenant,
  row: OutboxRow,
  connection: SendingConnection,
): Pick<OutgoingMessage, "humanAgent"> {
  if (row.kind !== "message" || row.contactId === 0 || !hasWindow(connection)) return {};
  const window = answerWindow(tenant.db, row, tenant.clock.now());
  if (window === "open") return {};
  if (window === "people" && row.priority === PRIORITY.human) return { humanAgent: true };
  throw new Refused("ERR_WINDOW_CLOSED", "the customer wrote too long ago");
}

/**
 * Returns the contact's address on the network. A number that was saved without a check is checked now
 * (docs/rules/contacts.md#number-check).
 */
async function addressOf(
  tenant: Tenant,
  row: OutboxRow,
  { channel, provider }: SendingConnection,
): Promise<string> {
  const known = addressVia(tenant.db, row.contactId, row.connectionId, channel, provider);
  if (!known)
    throw channel === "whatsapp" && isOnWhatsApp(tenant.db, row.contactId)
      ? new Refused("ERR_NEEDS_PHONE", "the phone of the contact is not known")
      : unreachable();
  if (known.existsState !== "unknown" || known.kind !== "pn") return known.address;
  const answer = await queryNetwork(tenant, known.value);
  if (!answer) return known.address;
  const contact = await withLongMerges(tenant, () =>
    tenant.write((unit) => storeNumberAnswer(unit, row.contactId, row.connectionId, answer)),
  );
  const checked = contact && addressVia(tenant.db, contact.id, row.connectionId, channel);
  if (!checked) throw unreachable();
  return checked.address;
}

async function contentOf(
  tenant: Tenant,
  row: OutboxRow,
  content: Content,
  channel: Channel,
): Promise<OutgoingContent> {
  switch (content.type) {
    case "text": {
      // Every address has a dot; most texts have no address.
      const preview =
        row.messageId !== null && content.text.includes(".") ? linkOf(tenant.db, row.messageId) : undefined;
      return { ...content, ...(preview && { preview }) };
    }
    case "edit":
    case "choices":
    case "contact_request":
      return content;
    case "template":
      return templateOf(tenant, content);
    case "media":
      return mediaOf(tenant, row, content, channel);
    case "revoke":
    case "reaction": {
      const target = row.messageId === null ? undefined : messageById(tenant.db, row.messageId);
      if (!target?.providerId) throw new Refused("ERR_FETCH_WAPP_MSG", "the message is not on the network");
      return {
        ...content,
        targetId: target.providerId,
        targetFromMe: target.fromMe,
        targetParticipant: participantOf(tenant, target, channel),
      };
    }
  }
}

/** Adds the file of a template's heading. Headings cannot be audio. */
async function templateOf(
  tenant: Tenant,
  { heading, ...content }: Extract<Content, { type: "template" }>,
): Promise<OutgoingContent> {
  if (!heading || heading.kind === "audio") return content;
  const file = mediaFileById(tenant.db, heading.fileId);
  if (!file || file.path === null) throw new Refused("ERR_SENDING_WAPP_MSG", "the file is gone");
  const { mimeType, name } = file;
  const arriving = bringMedia(tenant, file);
  if (arriving) await sendable(arriving);
  const path = mediaStoreOf(tenant).pathOf(file.path);
  return { ...content, heading: { kind: heading.kind, path, mimeType, fileName: name || "file" } };
}

async function mediaOf(
  tenant: Tenant,
  row: OutboxRow,
  content: Extract<Content, { type: "media" }>,
  channel: Channel,
): Promise<OutgoingContent> {
  const file = mediaFileById(tenant.db, content.fileId);
  if (!file || file.path === null) throw new Refused("ERR_SENDING_WAPP_MSG", "the file is gone");
  const arriving = bringMedia(tenant, file);
  if (arriving) await sendable(arriving);
  // A voice note forwarded from a customer already has the right format.
  const isNote = content.voice && file.mimeType === "audio/ogg";
  // Facebook pages and Instagram play the original recording.
  const note =
    content.voice && !isNote && channel === "whatsapp" ? await voiceNoteOf(tenant, row, file) : null;
  return {
    type: "media",
    kind: content.kind,
    path: note?.path ?? mediaStoreOf(tenant).pathOf(file.path),
    mimeType: note || isNote ? "audio/ogg; codecs=opus" : file.mimeType,
    fileName: file.name || "file",
    caption: content.caption,
    voice: note !== null || isNote,
    duration: note?.seconds ?? file.durationSeconds,
  };
}

/** Waits until the file is on this machine. A missing file fails the send; if the media storage does not respond, the send is retried. */
async function sendable(arriving: Promise<void>): Promise<void> {
  try {
    await arriving;
  } catch (error) {
    if (error instanceof AppError && error.status === 404)
      throw new Refused("ERR_SENDING_WAPP_MSG", "the file is gone");
    throw error;
  }
}

function quotedOf(
  tenant: Tenant,
  { connectionId }: OutboxRow,
  quotedId: number | null,
  channel: Channel,
): OutgoingMessage["quoted"] {
  const quoted = quotedId === null ? undefined : messageById(tenant.db, quotedId);
  // The quoted message was deleted after the reply was written: its text must not reach the customer again.
  if (!quoted?.providerId || quoted.connectionId !== connectionId || quoted.deletedAt !== null) return null;
  const { providerId, body, fromMe } = quoted;
  return { providerId, body, fromMe, participant: participantOf(tenant, quoted, channel) };
}

/** The author of a group message, as the network addresses them. */
function participantOf(tenant: Tenant, message: Message, channel: Channel): string | null {
  if (message.participantId === null) return null;
  return addressOn(tenant.db, message.participantId, channel)?.address ?? null;
}
