import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { kindOf } from "#web/inbox/messages/composer/attachments.ts";
import { signature } from "#web/inbox/messages/text/signature.ts";
import type { Outgoing } from "./outbox-model.ts";

/** The author of an outgoing message. */
export interface Author {
  readonly id: number;
  readonly name: string;
  readonly signs: boolean;
}

const previews = new WeakMap<File, string>();
const ids = new Map<string, number>();

/** An outgoing message in the form of a stored one: shown with a clock, or with the reason of its failure. */
export function outgoingMessage(outgoing: Outgoing, author: Author, notBefore: string): MessageAnswer {
  const { file, enclosed, quoted, body, voice, clientMessageId } = outgoing;
  const createdAt = outgoing.createdAt < notBefore ? notBefore : outgoing.createdAt;
  const signed = author.signs && !voice && body !== "";
  return {
    id: localId(clientMessageId),
    ticketId: outgoing.ticketId,
    contactId: 0,
    whatsappId: 0,
    contact: null,
    body: signed ? signature(author.name) + body : body,
    mediaType: file ? mediaTypeOf(file) : enclosed ? "application" : null,
    mediaUrl: file ? previewOf(file) : (enclosed?.url ?? null),
    mediaPath: null,
    mediaName: file?.name ?? enclosed?.name ?? null,
    mediaSize: file?.size ?? null,
    mimeType: file?.type ?? null,
    duration: null,
    voice,
    sticker: false,
    waveform: null,
    width: null,
    height: null,
    mediaState: file || enclosed ? "stored" : null,
    fromMe: true,
    origin: "user",
    userId: author.id,
    ack: 0,
    sendState: outgoing.state === "failed" ? "failed" : "queued",
    sendError: outgoing.error,
    clientMessageId,
    read: true,
    isDeleted: false,
    isEdited: false,
    edits: [],
    reactions: [],
    transcript: null,
    quotedMsgId: quoted?.id ?? null,
    quotedMsg: quoted,
    ...(outgoing.link && { linkPreview: outgoing.link }),
    createdAt,
    updatedAt: createdAt,
  };
}

function mediaTypeOf(file: File): NonNullable<MessageAnswer["mediaType"]> {
  const kind = kindOf(file);
  return kind === "document" ? "application" : kind;
}

/** Local ids are negative and never collide with ids of the server. */
function localId(clientMessageId: string): number {
  const known = ids.get(clientMessageId);
  if (known !== undefined) return known;
  const id = -1 - ids.size;
  ids.set(clientMessageId, id);
  return id;
}

function previewOf(file: File): string {
  const known = previews.get(file);
  if (known) return known;
  const address = URL.createObjectURL(file);
  previews.set(file, address);
  return address;
}
