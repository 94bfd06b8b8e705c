import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";

/** Sample responses of the server for tests; a test passes only the fields that matter to it. */
export function sampleTicket(overrides: Partial<TicketAnswer> = {}): TicketAnswer {
  const id = overrides.id ?? 1;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    status: "open",
    userId: 7,
    user: { id: 7, name: "Ana Souza" },
    userDistributed: null,
    queueId: 1,
    queue: { id: 1, name: "Encomendas", color: "#7c4dff" },
    whatsappId: 1,
    whatsapp: { id: 1, name: "Loja Centro" },
    contactId: id,
    contact: { id, name: "Marina Ribeiro", number: "5511977776666", profilePicUrl: null },
    channel: "whatsapp",
    isGroup: false,
    chatbot: false,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    code: "2026112000042",
    protocol: "2026112000042",
    lastMessage: "Oi",
    lastMessageFromMe: false,
    lastMessageAck: null,
    lastMessageType: null,
    lastCustomerMessage: null,
    lastCustomerMessageType: null,
    lastCustomerMessageAt: null,
    waitingSince: null,
    pendingSince: null,
    unreadMessages: 0,
    tags: [],
    closeReason: null,
    closeSettlesAt: null,
    windowExpiresAt: null,
    createdAt: "2026-11-20T14:00:00.000Z",
    updatedAt: "2026-11-20T14:32:00.000Z",
    closedAt: null,
    ...overrides,
  };
}

export function sampleMessage(overrides: Partial<MessageAnswer> = {}): MessageAnswer {
  return {
    id: 1,
    ticketId: 1,
    contactId: 1,
    whatsappId: 1,
    contact: overrides.fromMe ? null : { id: 1, name: "Marina Ribeiro" },
    body: "Oi",
    mediaType: null,
    mediaUrl: null,
    mediaPath: null,
    mediaName: null,
    mediaSize: null,
    mimeType: null,
    duration: null,
    voice: false,
    sticker: false,
    waveform: null,
    width: null,
    height: null,
    mediaState: null,
    fromMe: false,
    origin: overrides.fromMe ? "user" : "contact",
    userId: overrides.fromMe ? 7 : null,
    ack: overrides.fromMe ? 1 : 0,
    sendState: overrides.fromMe ? "sent" : null,
    sendError: null,
    clientMessageId: null,
    read: true,
    isDeleted: false,
    isEdited: false,
    edits: [],
    reactions: [],
    transcript: null,
    quotedMsgId: null,
    quotedMsg: null,
    createdAt: "2026-11-20T14:32:00.000Z",
    updatedAt: overrides.createdAt ?? "2026-11-20T14:32:00.000Z",
    ...overrides,
  };
}

export function sampleNote(overrides: Partial<TicketNoteAnswer> = {}): TicketNoteAnswer {
  return {
    id: 1,
    note: "Cliente antiga",
    ticketId: 1,
    whatsappId: 1,
    contactId: 1,
    user: { id: 8, name: "Bruno" },
    createdAt: "2026-11-20T14:13:00.000Z",
    ...overrides,
  };
}

export function sampleEvent(overrides: Partial<TicketEventAnswer> = {}): TicketEventAnswer {
  return {
    id: 1,
    at: "2026-11-20T14:05:00.000Z",
    kind: "accepted",
    actor: { id: 7, name: "Ana Souza" },
    from: {},
    to: {},
    ...overrides,
  };
}
