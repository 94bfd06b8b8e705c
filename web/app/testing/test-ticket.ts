import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";

/** A ticket of Ana's with two unread messages, for tests. */
export function sampleTicket(change: Partial<TicketAnswer> = {}): TicketAnswer {
  const id = change.id ?? 1;
  return {
    id,
    uuid: `uuid-${id}`,
    status: "open",
    userId: 1,
    user: { id: 1, name: "Ana Souza" },
    userDistributed: null,
    queueId: 1,
    queue: { id: 1, name: "Suporte", color: "#0fa37f" },
    whatsappId: 1,
    whatsapp: { id: 1, name: "Loja Centro" },
    contactId: 1,
    contact: { id: 1, name: "Marina Ribeiro", number: "5511977776666", profilePicUrl: null },
    channel: "whatsapp",
    isGroup: false,
    chatbot: false,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    code: "20261120-00042",
    protocol: "20261120-00042",
    lastMessage: "Perfeito!",
    lastMessageFromMe: false,
    lastMessageAck: null,
    lastMessageType: null,
    lastCustomerMessage: null,
    lastCustomerMessageType: null,
    lastCustomerMessageAt: null,
    waitingSince: null,
    pendingSince: null,
    unreadMessages: 2,
    tags: [],
    closeReason: null,
    closeSettlesAt: null,
    windowExpiresAt: null,
    createdAt: "2026-11-20T12:00:00.000Z",
    updatedAt: "2026-11-20T12:00:00.000Z",
    closedAt: null,
    ...change,
  };
}

/** The fields of a message that the bell reads. */
export function sampleMessage(change: Record<string, unknown> = {}): MessageAnswer {
  return { id: 1, body: "Perfeito!", fromMe: false, read: false, ...change } as unknown as MessageAnswer;
}
