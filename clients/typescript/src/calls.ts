// Made by scripts/api-client.ts from the OpenAPI description. Do not edit.
import { Caller } from "./caller.ts";

export type DeleteWebhooksByIdInput = {
  readonly path: { readonly id: string | number };
};
export type DeleteWebhooksByIdAnswer = { readonly message: string };

export type GetContactsInput = {
  readonly query?: {
    readonly searchParam?: string | undefined;
    readonly pageNumber?: string | undefined;
    readonly sort?: "name" | "-name" | "created" | "-created" | undefined;
    readonly tagId?: number | string | null | undefined;
    readonly fields?: string | undefined;
  };
};
export type GetContactsAnswer = {
  readonly contacts: readonly {
    readonly id: number;
    readonly name: string;
    readonly number: string;
    readonly profilePicUrl: string | null;
    readonly uuid: string;
    readonly email: string;
    readonly isGroup: boolean;
    readonly blocked: boolean;
    readonly disableBot: boolean;
    readonly optedOutAt: string | null;
    readonly exists: "yes" | "no" | "unknown";
    readonly channels: readonly ("whatsapp" | "facebook" | "instagram")[];
    readonly username?: string | null | undefined;
    readonly reachedBy?: readonly string[] | undefined;
    readonly phone?:
      | {
          readonly state: "known" | "none" | "asked" | "refused";
          readonly askedAt: string | null;
          readonly offered: string | null;
        }
      | undefined;
    readonly extraInfo: readonly {
      readonly id?: number | undefined;
      readonly name: string;
      readonly value: string;
    }[];
    readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
    readonly tags: readonly {
      readonly id: number;
      readonly name: string;
      readonly color: string;
      readonly kanban: number;
    }[];
    readonly whatsapp: { readonly id: number; readonly name: string } | null;
    readonly ticketsCount: number;
    readonly lastTicketAt: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  }[];
  readonly count: number;
  readonly hasMore: boolean;
};

export type GetContactsByIdInput = {
  readonly path: { readonly id: string | number };
};
export type GetContactsByIdAnswer = {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly profilePicUrl: string | null;
  readonly uuid: string;
  readonly email: string;
  readonly isGroup: boolean;
  readonly blocked: boolean;
  readonly disableBot: boolean;
  readonly optedOutAt: string | null;
  readonly exists: "yes" | "no" | "unknown";
  readonly channels: readonly ("whatsapp" | "facebook" | "instagram")[];
  readonly username?: string | null | undefined;
  readonly reachedBy?: readonly string[] | undefined;
  readonly phone?:
    | {
        readonly state: "known" | "none" | "asked" | "refused";
        readonly askedAt: string | null;
        readonly offered: string | null;
      }
    | undefined;
  readonly extraInfo: readonly {
    readonly id?: number | undefined;
    readonly name: string;
    readonly value: string;
  }[];
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
  readonly tags: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly kanban: number;
  }[];
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  readonly ticketsCount: number;
  readonly lastTicketAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type GetMessagesByTicketIdInput = {
  readonly path: { readonly ticketId: string | number };
  readonly query?: {
    readonly pageNumber?: string | undefined;
    readonly before?: string | undefined;
    readonly after?: string | undefined;
    readonly around?: string | undefined;
    readonly scope?: "connection" | "all" | undefined;
  };
};
export type GetMessagesByTicketIdAnswer = {
  readonly messages: readonly {
    readonly id: number;
    readonly ticketId: number;
    readonly contactId: number;
    readonly whatsappId: number;
    readonly contact: { readonly id: number; readonly name: string } | null;
    readonly body: string;
    readonly mediaType:
      | "image"
      | "audio"
      | "video"
      | "application"
      | "locationMessage"
      | "vcard"
      | "call_log"
      | null;
    readonly mediaUrl: string | null;
    readonly mediaPath: string | null;
    readonly mediaName: string | null;
    readonly mediaSize: number | null;
    readonly mimeType: string | null;
    readonly duration: number | null;
    readonly voice: boolean;
    readonly sticker: boolean;
    readonly waveform: string | null;
    readonly width: number | null;
    readonly height: number | null;
    readonly mediaState: "stored" | "pending" | "missing" | "no_room" | null;
    readonly fromMe: boolean;
    readonly origin:
      | "contact"
      | "user"
      | "phone"
      | "bot"
      | "ai"
      | "schedule"
      | "campaign"
      | "api"
      | "system"
      | "rule"
      | "followup"
      | "import";
    readonly userId: number | null;
    readonly ack: number;
    readonly sendState: "queued" | "sending" | "sent" | "failed" | "cancelled" | null;
    readonly sendError: string | null;
    readonly clientMessageId: string | null;
    readonly read: boolean;
    readonly isDeleted: boolean;
    readonly isEdited: boolean;
    readonly edits: readonly { readonly body: string; readonly at: string }[];
    readonly reactions: readonly { readonly authorId: string; readonly emoji: string; readonly at: string }[];
    readonly transcript: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly quotedMsgId: number | null;
    readonly quotedMsg: {
      readonly id: number;
      readonly body: string;
      readonly mediaType:
        | "image"
        | "audio"
        | "video"
        | "application"
        | "locationMessage"
        | "vcard"
        | "call_log"
        | null;
      readonly sticker: boolean;
      readonly mediaUrl: string | null;
      readonly fromMe: boolean;
      readonly isDeleted: boolean;
      readonly contact: { readonly id: number; readonly name: string } | null;
    } | null;
    readonly linkPreview?:
      | {
          readonly url: string;
          readonly title: string;
          readonly text: string;
          readonly picture: string | null;
        }
      | undefined;
    readonly translations?: readonly { readonly language: string; readonly body: string }[] | undefined;
    readonly filledAt?: string | undefined;
    readonly heldUntil?: string | undefined;
    readonly place?: number | undefined;
  }[];
  readonly ticket: {
    readonly id: number;
    readonly uuid: string;
    readonly status: "pending" | "open" | "closed";
    readonly userId: number | null;
    readonly user: { readonly id: number; readonly name: string } | null;
    readonly userDistributed: number | null;
    readonly queueId: number | null;
    readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
    readonly whatsappId: number;
    readonly whatsapp: { readonly id: number; readonly name: string };
    readonly contactId: number;
    readonly contact: {
      readonly id: number;
      readonly name: string;
      readonly number: string;
      readonly profilePicUrl: string | null;
    };
    readonly channel: "whatsapp" | "facebook" | "instagram";
    readonly isGroup: boolean;
    readonly priority?: 1 | 2 | 3 | 4 | undefined;
    readonly chatbot: boolean;
    readonly useIntegration: boolean;
    readonly promptId: number | null;
    readonly integrationId: number | null;
    readonly code: string;
    readonly protocol: string;
    readonly lastMessage: string;
    readonly lastMessageFromMe: boolean;
    readonly lastMessageId?: number | null | undefined;
    readonly lastMessageAck: number | null;
    readonly lastMessageType: string | null;
    readonly lastCustomerMessage: string | null;
    readonly lastCustomerMessageType: string | null;
    readonly lastCustomerMessageAt: string | null;
    readonly wroteElsewhere?: boolean | undefined;
    readonly waitingSince: string | null;
    readonly pendingSince: string | null;
    readonly unreadMessages: number;
    readonly markedUnread?: boolean | undefined;
    readonly participants?: readonly number[] | undefined;
    readonly tags: readonly {
      readonly id: number;
      readonly name: string;
      readonly color: string;
      readonly kanban: number;
    }[];
    readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
    readonly closeReason: string | null;
    readonly resolution?:
      | { readonly id: number; readonly name: string; readonly note: string | null }
      | null
      | undefined;
    readonly closeSettlesAt: string | null;
    readonly standbySince?: string | null | undefined;
    readonly ad?:
      | {
          readonly network: "whatsapp" | "facebook" | "instagram";
          readonly sourceType: string;
          readonly sourceId: string;
          readonly sourceUrl: string;
          readonly headline: string;
          readonly body: string;
          readonly at: string;
        }
      | null
      | undefined;
    readonly snooze?:
      | { readonly mode: "time" | "reply" | "either"; readonly until: string; readonly asleep: boolean }
      | null
      | undefined;
    readonly followUp?:
      | {
          readonly name: string;
          readonly step: number;
          readonly of: number;
          readonly nextAt: string | null;
          readonly end: "none" | "resolve_silent" | "resolve" | "return";
        }
      | null
      | undefined;
    readonly woken?:
      | { readonly at: string; readonly reason: "time" | "reply" | "follow_up" }
      | null
      | undefined;
    readonly sla?:
      | {
          readonly target: "first" | "next" | "resolution";
          readonly state: "running" | "soon" | "missed";
          readonly dueAt: string | null;
          readonly leftMs: number | null;
        }
      | null
      | undefined;
    readonly windowExpiresAt: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly closedAt: string | null;
  };
  readonly count: number;
  readonly hasMore: boolean;
  readonly otherConnections: readonly {
    readonly id: number;
    readonly name: string;
    readonly channel: "whatsapp" | "facebook" | "instagram";
  }[];
  readonly starred?: readonly number[] | undefined;
};

export type GetMessagesSendByMessageIdInput = {
  readonly path: { readonly messageId: string | number };
  readonly query?: { readonly whatsappId?: string | undefined };
};
export type GetMessagesSendByMessageIdAnswer = {
  readonly id: number;
  readonly status: "queued" | "sending" | "sent" | "failed" | "cancelled";
  readonly ack: number;
  readonly error: string | null;
  readonly sentAt: string | null;
};

export type GetTicketsInput = {
  readonly query?: {
    readonly status?: "pending" | "open" | "closed" | "" | undefined;
    readonly showAll?: string | undefined;
    readonly queueIds?: string | undefined;
    readonly users?: string | undefined;
    readonly tags?: string | undefined;
    readonly fields?: string | undefined;
    readonly whatsappIds?: string | undefined;
    readonly priorities?: string | undefined;
    readonly sla?: string | undefined;
    readonly searchParam?: string | undefined;
    readonly date?: string | undefined;
    readonly updatedAt?: string | undefined;
    readonly withUnreadMessages?: string | undefined;
    readonly asleep?: string | undefined;
    readonly participating?: string | undefined;
    readonly mentioned?: string | undefined;
    readonly viewId?: string | undefined;
    readonly sort?: "recent" | "longest" | "newest" | "priority" | "wake" | "due" | undefined;
    readonly pageNumber?: string | undefined;
  };
};
export type GetTicketsAnswer = {
  readonly tickets: readonly {
    readonly id: number;
    readonly uuid: string;
    readonly status: "pending" | "open" | "closed";
    readonly userId: number | null;
    readonly user: { readonly id: number; readonly name: string } | null;
    readonly userDistributed: number | null;
    readonly queueId: number | null;
    readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
    readonly whatsappId: number;
    readonly whatsapp: { readonly id: number; readonly name: string };
    readonly contactId: number;
    readonly contact: {
      readonly id: number;
      readonly name: string;
      readonly number: string;
      readonly profilePicUrl: string | null;
    };
    readonly channel: "whatsapp" | "facebook" | "instagram";
    readonly isGroup: boolean;
    readonly priority?: 1 | 2 | 3 | 4 | undefined;
    readonly chatbot: boolean;
    readonly useIntegration: boolean;
    readonly promptId: number | null;
    readonly integrationId: number | null;
    readonly code: string;
    readonly protocol: string;
    readonly lastMessage: string;
    readonly lastMessageFromMe: boolean;
    readonly lastMessageId?: number | null | undefined;
    readonly lastMessageAck: number | null;
    readonly lastMessageType: string | null;
    readonly lastCustomerMessage: string | null;
    readonly lastCustomerMessageType: string | null;
    readonly lastCustomerMessageAt: string | null;
    readonly wroteElsewhere?: boolean | undefined;
    readonly waitingSince: string | null;
    readonly pendingSince: string | null;
    readonly unreadMessages: number;
    readonly markedUnread?: boolean | undefined;
    readonly participants?: readonly number[] | undefined;
    readonly tags: readonly {
      readonly id: number;
      readonly name: string;
      readonly color: string;
      readonly kanban: number;
    }[];
    readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
    readonly closeReason: string | null;
    readonly resolution?:
      | { readonly id: number; readonly name: string; readonly note: string | null }
      | null
      | undefined;
    readonly closeSettlesAt: string | null;
    readonly standbySince?: string | null | undefined;
    readonly ad?:
      | {
          readonly network: "whatsapp" | "facebook" | "instagram";
          readonly sourceType: string;
          readonly sourceId: string;
          readonly sourceUrl: string;
          readonly headline: string;
          readonly body: string;
          readonly at: string;
        }
      | null
      | undefined;
    readonly snooze?:
      | { readonly mode: "time" | "reply" | "either"; readonly until: string; readonly asleep: boolean }
      | null
      | undefined;
    readonly followUp?:
      | {
          readonly name: string;
          readonly step: number;
          readonly of: number;
          readonly nextAt: string | null;
          readonly end: "none" | "resolve_silent" | "resolve" | "return";
        }
      | null
      | undefined;
    readonly woken?:
      | { readonly at: string; readonly reason: "time" | "reply" | "follow_up" }
      | null
      | undefined;
    readonly sla?:
      | {
          readonly target: "first" | "next" | "resolution";
          readonly state: "running" | "soon" | "missed";
          readonly dueAt: string | null;
          readonly leftMs: number | null;
        }
      | null
      | undefined;
    readonly windowExpiresAt: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly closedAt: string | null;
  }[];
  readonly count: number;
  readonly hasMore: boolean;
  readonly countIsMore?: boolean | undefined;
};

export type GetTicketsByIdInput = {
  readonly path: { readonly id: string | number };
};
export type GetTicketsByIdAnswer = {
  readonly id: number;
  readonly uuid: string;
  readonly status: "pending" | "open" | "closed";
  readonly userId: number | null;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly userDistributed: number | null;
  readonly queueId: number | null;
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
  readonly whatsappId: number;
  readonly whatsapp: { readonly id: number; readonly name: string };
  readonly contactId: number;
  readonly contact: {
    readonly id: number;
    readonly name: string;
    readonly number: string;
    readonly profilePicUrl: string | null;
  };
  readonly channel: "whatsapp" | "facebook" | "instagram";
  readonly isGroup: boolean;
  readonly priority?: 1 | 2 | 3 | 4 | undefined;
  readonly chatbot: boolean;
  readonly useIntegration: boolean;
  readonly promptId: number | null;
  readonly integrationId: number | null;
  readonly code: string;
  readonly protocol: string;
  readonly lastMessage: string;
  readonly lastMessageFromMe: boolean;
  readonly lastMessageId?: number | null | undefined;
  readonly lastMessageAck: number | null;
  readonly lastMessageType: string | null;
  readonly lastCustomerMessage: string | null;
  readonly lastCustomerMessageType: string | null;
  readonly lastCustomerMessageAt: string | null;
  readonly wroteElsewhere?: boolean | undefined;
  readonly waitingSince: string | null;
  readonly pendingSince: string | null;
  readonly unreadMessages: number;
  readonly markedUnread?: boolean | undefined;
  readonly participants?: readonly number[] | undefined;
  readonly tags: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly kanban: number;
  }[];
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
  readonly closeReason: string | null;
  readonly resolution?:
    | { readonly id: number; readonly name: string; readonly note: string | null }
    | null
    | undefined;
  readonly closeSettlesAt: string | null;
  readonly standbySince?: string | null | undefined;
  readonly ad?:
    | {
        readonly network: "whatsapp" | "facebook" | "instagram";
        readonly sourceType: string;
        readonly sourceId: string;
        readonly sourceUrl: string;
        readonly headline: string;
        readonly body: string;
        readonly at: string;
      }
    | null
    | undefined;
  readonly snooze?:
    | { readonly mode: "time" | "reply" | "either"; readonly until: string; readonly asleep: boolean }
    | null
    | undefined;
  readonly followUp?:
    | {
        readonly name: string;
        readonly step: number;
        readonly of: number;
        readonly nextAt: string | null;
        readonly end: "none" | "resolve_silent" | "resolve" | "return";
      }
    | null
    | undefined;
  readonly woken?:
    | { readonly at: string; readonly reason: "time" | "reply" | "follow_up" }
    | null
    | undefined;
  readonly sla?:
    | {
        readonly target: "first" | "next" | "resolution";
        readonly state: "running" | "soon" | "missed";
        readonly dueAt: string | null;
        readonly leftMs: number | null;
      }
    | null
    | undefined;
  readonly windowExpiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
};

export type GetTicketsUByUuidInput = {
  readonly path: { readonly uuid: string | number };
};
export type GetTicketsUByUuidAnswer = {
  readonly id: number;
  readonly uuid: string;
  readonly status: "pending" | "open" | "closed";
  readonly userId: number | null;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly userDistributed: number | null;
  readonly queueId: number | null;
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
  readonly whatsappId: number;
  readonly whatsapp: { readonly id: number; readonly name: string };
  readonly contactId: number;
  readonly contact: {
    readonly id: number;
    readonly name: string;
    readonly number: string;
    readonly profilePicUrl: string | null;
  };
  readonly channel: "whatsapp" | "facebook" | "instagram";
  readonly isGroup: boolean;
  readonly priority?: 1 | 2 | 3 | 4 | undefined;
  readonly chatbot: boolean;
  readonly useIntegration: boolean;
  readonly promptId: number | null;
  readonly integrationId: number | null;
  readonly code: string;
  readonly protocol: string;
  readonly lastMessage: string;
  readonly lastMessageFromMe: boolean;
  readonly lastMessageId?: number | null | undefined;
  readonly lastMessageAck: number | null;
  readonly lastMessageType: string | null;
  readonly lastCustomerMessage: string | null;
  readonly lastCustomerMessageType: string | null;
  readonly lastCustomerMessageAt: string | null;
  readonly wroteElsewhere?: boolean | undefined;
  readonly waitingSince: string | null;
  readonly pendingSince: string | null;
  readonly unreadMessages: number;
  readonly markedUnread?: boolean | undefined;
  readonly participants?: readonly number[] | undefined;
  readonly tags: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly kanban: number;
  }[];
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
  readonly closeReason: string | null;
  readonly resolution?:
    | { readonly id: number; readonly name: string; readonly note: string | null }
    | null
    | undefined;
  readonly closeSettlesAt: string | null;
  readonly standbySince?: string | null | undefined;
  readonly ad?:
    | {
        readonly network: "whatsapp" | "facebook" | "instagram";
        readonly sourceType: string;
        readonly sourceId: string;
        readonly sourceUrl: string;
        readonly headline: string;
        readonly body: string;
        readonly at: string;
      }
    | null
    | undefined;
  readonly snooze?:
    | { readonly mode: "time" | "reply" | "either"; readonly until: string; readonly asleep: boolean }
    | null
    | undefined;
  readonly followUp?:
    | {
        readonly name: string;
        readonly step: number;
        readonly of: number;
        readonly nextAt: string | null;
        readonly end: "none" | "resolve_silent" | "resolve" | "return";
      }
    | null
    | undefined;
  readonly woken?:
    | { readonly at: string; readonly reason: "time" | "reply" | "follow_up" }
    | null
    | undefined;
  readonly sla?:
    | {
        readonly target: "first" | "next" | "resolution";
        readonly state: "running" | "soon" | "missed";
        readonly dueAt: string | null;
        readonly leftMs: number | null;
      }
    | null
    | undefined;
  readonly windowExpiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
};

export type GetWebhooksAnswer = {
  readonly webhooks: readonly {
    readonly id: number;
    readonly name: string;
    readonly url: string;
    readonly events: readonly (
      | "message.created"
      | "message.ack"
      | "ticket.created"
      | "ticket.accepted"
      | "ticket.transferred"
      | "ticket.closed"
      | "ticket.rated"
      | "connection.status"
      | "connection.state"
      | "connection.restricted"
      | "connection.unrestricted"
      | "contact.identified"
      | "template.changed"
      | "cost.budget"
    )[];
    readonly createdAt: string;
  }[];
};

export type GetWebhooksByIdDeliveriesInput = {
  readonly path: { readonly id: string | number };
  readonly query?: { readonly before?: string | undefined };
};
export type GetWebhooksByIdDeliveriesAnswer = {
  readonly deliveries: readonly {
    readonly id: number;
    readonly uuid: string;
    readonly event: string;
    readonly isTurn: boolean;
    readonly ticketId: number | null;
    readonly state: "queued" | "waiting" | "acting" | "done" | "failed";
    readonly attempts: number;
    readonly statusCode: number | null;
    readonly error: string | null;
    readonly body: string;
    readonly answer: string;
    readonly createdAt: string;
    readonly finishedAt: string | null;
    readonly nextTryAt: string | null;
  }[];
  readonly hasMore: boolean;
};

export type PostContactsBody = {
  readonly name: string;
  readonly number: string;
  readonly email?: "" | string | null | undefined;
  readonly extraInfo?:
    | readonly { readonly id?: number | undefined; readonly name: string; readonly value: string }[]
    | undefined;
};
export type PostContactsInput = { readonly body: PostContactsBody };
export type PostContactsAnswer = {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly profilePicUrl: string | null;
  readonly uuid: string;
  readonly email: string;
  readonly isGroup: boolean;
  readonly blocked: boolean;
  readonly disableBot: boolean;
  readonly optedOutAt: string | null;
  readonly exists: "yes" | "no" | "unknown";
  readonly channels: readonly ("whatsapp" | "facebook" | "instagram")[];
  readonly username?: string | null | undefined;
  readonly reachedBy?: readonly string[] | undefined;
  readonly phone?:
    | {
        readonly state: "known" | "none" | "asked" | "refused";
        readonly askedAt: string | null;
        readonly offered: string | null;
      }
    | undefined;
  readonly extraInfo: readonly {
    readonly id?: number | undefined;
    readonly name: string;
    readonly value: string;
  }[];
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
  readonly tags: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly kanban: number;
  }[];
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  readonly ticketsCount: number;
  readonly lastTicketAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type PostMessagesSendBody = {
  readonly number: string | number;
  readonly body?: string | undefined;
  readonly closeTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly openTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly ifRestricted?: "wait" | "refuse" | undefined;
  readonly quotedMsgId?: number | string | null | undefined;
};
export type PostMessagesSendForm = {
  readonly number: string | number;
  readonly body?: string | undefined;
  readonly closeTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly openTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly ifRestricted?: "wait" | "refuse" | undefined;
  readonly quotedMsgId?: number | string | null | undefined;
  readonly medias?: readonly Blob[] | undefined;
};
export type PostMessagesSendInput = {
  readonly query?: { readonly whatsappId?: string | undefined };
  readonly headers?: { readonly "Idempotency-Key"?: string | undefined };
} & ({ readonly body: PostMessagesSendBody } | { readonly form: PostMessagesSendForm });
export type PostMessagesSendAnswer = {
  readonly mensagem: string;
  readonly messageId: number;
  readonly messageIds?: readonly number[] | undefined;
  readonly ticketId: number;
  readonly contactId: number;
  readonly status: "queued" | "held";
  readonly heldUntil?: string | null | undefined;
};

export type PostWebhooksBody = {
  readonly name: string;
  readonly url: string;
  readonly events: readonly (
    | "message.created"
    | "message.ack"
    | "ticket.created"
    | "ticket.accepted"
    | "ticket.transferred"
    | "ticket.closed"
    | "ticket.rated"
    | "connection.status"
    | "connection.state"
    | "connection.restricted"
    | "connection.unrestricted"
    | "contact.identified"
    | "template.changed"
    | "cost.budget"
  )[];
};
export type PostWebhooksInput = { readonly body: PostWebhooksBody };
export type PostWebhooksAnswer = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly (
    | "message.created"
    | "message.ack"
    | "ticket.created"
    | "ticket.accepted"
    | "ticket.transferred"
    | "ticket.closed"
    | "ticket.rated"
    | "connection.status"
    | "connection.state"
    | "connection.restricted"
    | "connection.unrestricted"
    | "contact.identified"
    | "template.changed"
    | "cost.budget"
  )[];
  readonly createdAt: string;
  readonly secret: string;
};

export type PostWebhooksByIdSecretInput = {
  readonly path: { readonly id: string | number };
};
export type PostWebhooksByIdSecretAnswer = { readonly secret: string };

export type PostWebhooksByIdTestInput = {
  readonly path: { readonly id: string | number };
};
export type PostWebhooksByIdTestAnswer = {
  readonly ok: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly answer: string;
};

export type PostWebhooksDeliveriesByIdReplayInput = {
  readonly path: { readonly id: string | number };
};
export type PostWebhooksDeliveriesByIdReplayAnswer = {
  readonly id: number;
  readonly uuid: string;
  readonly event: string;
  readonly isTurn: boolean;
  readonly ticketId: number | null;
  readonly state: "queued" | "waiting" | "acting" | "done" | "failed";
  readonly attempts: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly body: string;
  readonly answer: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly nextTryAt: string | null;
};

export type PutContactsByIdBody = {
  readonly name?: string | undefined;
  readonly number?: "" | string | undefined;
  readonly email?: "" | string | null | undefined;
  readonly extraInfo?:
    | readonly { readonly id?: number | undefined; readonly name: string; readonly value: string }[]
    | undefined;
  readonly disableBot?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  readonly offeredPhone?: null | undefined;
};
export type PutContactsByIdInput = {
  readonly path: { readonly id: string | number };
} & { readonly body: PutContactsByIdBody };
export type PutContactsByIdAnswer = {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly profilePicUrl: string | null;
  readonly uuid: string;
  readonly email: string;
  readonly isGroup: boolean;
  readonly blocked: boolean;
  readonly disableBot: boolean;
  readonly optedOutAt: string | null;
  readonly exists: "yes" | "no" | "unknown";
  readonly channels: readonly ("whatsapp" | "facebook" | "instagram")[];
  readonly username?: string | null | undefined;
  readonly reachedBy?: readonly string[] | undefined;
  readonly phone?:
    | {
        readonly state: "known" | "none" | "asked" | "refused";
        readonly askedAt: string | null;
        readonly offered: string | null;
      }
    | undefined;
  readonly extraInfo: readonly {
    readonly id?: number | undefined;
    readonly name: string;
    readonly value: string;
  }[];
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
  readonly tags: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly kanban: number;
  }[];
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  readonly ticketsCount: number;
  readonly lastTicketAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type PutWebhooksByIdBody = {
  readonly name: string;
  readonly url: string;
  readonly events: readonly (
    | "message.created"
    | "message.ack"
    | "ticket.created"
    | "ticket.accepted"
    | "ticket.transferred"
    | "ticket.closed"
    | "ticket.rated"
    | "connection.status"
    | "connection.state"
    | "connection.restricted"
    | "connection.unrestricted"
    | "contact.identified"
    | "template.changed"
    | "cost.budget"
  )[];
};
export type PutWebhooksByIdInput = {
  readonly path: { readonly id: string | number };
} & { readonly body: PutWebhooksByIdBody };
export type PutWebhooksByIdAnswer = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly (
    | "message.created"
    | "message.ack"
    | "ticket.created"
    | "ticket.accepted"
    | "ticket.transferred"
    | "ticket.closed"
    | "ticket.rated"
    | "connection.status"
    | "connection.state"
    | "connection.restricted"
    | "connection.unrestricted"
    | "contact.identified"
    | "template.changed"
    | "cost.budget"
  )[];
  readonly createdAt: string;
};

/** Every call of the API that a program may make with a token. */
export class Balcao extends Caller {
  /** Delete a webhook with its log. `DELETE /api/webhooks/{id}` */
  deleteWebhooksById(input: DeleteWebhooksByIdInput): Promise<DeleteWebhooksByIdAnswer> {
    return this.call("DELETE", "/api/webhooks/{id}", input);
  }

  /** Contacts by name or by the day they were saved, 20 a page; `tagId`: with this tag on one of their tickets; `fields`: with these values. `GET /api/contacts` */
  getContacts(input: GetContactsInput = {}): Promise<GetContactsAnswer> {
    return this.call("GET", "/api/contacts", input);
  }

  /** One contact. `GET /api/contacts/{id}` */
  getContactsById(input: GetContactsByIdInput): Promise<GetContactsByIdAnswer> {
    return this.call("GET", "/api/contacts/{id}", input);
  }

  /** A page of the conversation this ticket belongs to. `GET /api/messages/{ticketId}` */
  getMessagesByTicketId(input: GetMessagesByTicketIdInput): Promise<GetMessagesByTicketIdAnswer> {
    return this.call("GET", "/api/messages/{ticketId}", input);
  }

  /** State of a message sent with this token. `GET /api/messages/send/{messageId}` */
  getMessagesSendByMessageId(
    input: GetMessagesSendByMessageIdInput,
  ): Promise<GetMessagesSendByMessageIdAnswer> {
    return this.call("GET", "/api/messages/send/{messageId}", input);
  }

  /** Tickets the caller may see, newest first, 40 a page. `GET /api/tickets` */
  getTickets(input: GetTicketsInput = {}): Promise<GetTicketsAnswer> {
    return this.call("GET", "/api/tickets", input);
  }

  /** One ticket. `GET /api/tickets/{id}` */
  getTicketsById(input: GetTicketsByIdInput): Promise<GetTicketsByIdAnswer> {
    return this.call("GET", "/api/tickets/{id}", input);
  }

  /** One ticket by its uuid. `GET /api/tickets/u/{uuid}` */
  getTicketsUByUuid(input: GetTicketsUByUuidInput): Promise<GetTicketsUByUuidAnswer> {
    return this.call("GET", "/api/tickets/u/{uuid}", input);
  }

  /** Webhooks of the company, by name. `GET /api/webhooks` */
  getWebhooks(): Promise<GetWebhooksAnswer> {
    return this.call("GET", "/api/webhooks", {});
  }

  /** Deliveries of a webhook with their results, newest first, for 30 days. `GET /api/webhooks/{id}/deliveries` */
  getWebhooksByIdDeliveries(input: GetWebhooksByIdDeliveriesInput): Promise<GetWebhooksByIdDeliveriesAnswer> {
    return this.call("GET", "/api/webhooks/{id}/deliveries", input);
  }

  /** Create a contact by its number. `POST /api/contacts` */
  postContacts(input: PostContactsInput): Promise<PostContactsAnswer> {
    return this.call("POST", "/api/contacts", input);
  }

  /** Send a message through a connection, with its token: text as JSON, files as a form. `POST /api/messages/send` */
  postMessagesSend(input: PostMessagesSendInput): Promise<PostMessagesSendAnswer> {
    return this.call("POST", "/api/messages/send", input);
  }

  /** Create a webhook; only this response contains its signing secret. `POST /api/webhooks` */
  postWebhooks(input: PostWebhooksInput): Promise<PostWebhooksAnswer> {
    return this.call("POST", "/api/webhooks", input);
  }

  /** Renew the secret; only this response contains it. `POST /api/webhooks/{id}/secret` */
  postWebhooksByIdSecret(input: PostWebhooksByIdSecretInput): Promise<PostWebhooksByIdSecretAnswer> {
    return this.call("POST", "/api/webhooks/{id}/secret", input);
  }

  /** Send a sample event now. `POST /api/webhooks/{id}/test` */
  postWebhooksByIdTest(input: PostWebhooksByIdTestInput): Promise<PostWebhooksByIdTestAnswer> {
    return this.call("POST", "/api/webhooks/{id}/test", input);
  }

  /** Repeat a delivery with the same id. `POST /api/webhooks/deliveries/{id}/replay` */
  postWebhooksDeliveriesByIdReplay(
    input: PostWebhooksDeliveriesByIdReplayInput,
  ): Promise<PostWebhooksDeliveriesByIdReplayAnswer> {
    return this.call("POST", "/api/webhooks/deliveries/{id}/replay", input);
  }

  /** Change a contact. `PUT /api/contacts/{id}` */
  putContactsById(input: PutContactsByIdInput): Promise<PutContactsByIdAnswer> {
    return this.call("PUT", "/api/contacts/{id}", input);
  }

  /** Change a webhook. `PUT /api/webhooks/{id}` */
  putWebhooksById(input: PutWebhooksByIdInput): Promise<PutWebhooksByIdAnswer> {
    return this.call("PUT", "/api/webhooks/{id}", input);
  }
}
