import { expect, test } from "bun:test";
import type * as v from "valibot";
import { SessionUser } from "#accounts/auth/contract.ts";
import { OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { QueueAnswer } from "#accounts/queues/contract.ts";
import { OptionAnswer } from "#accounts/queues/options/contract.ts";
import { PromptAnswer } from "#automation/prompts/contract.ts";
import { ConnectionAnswer } from "#channels/connections/contract.ts";
import { ChatAnswer, ChatMessageAnswer } from "#inbox/chats/contract.ts";
import { MessageAnswer } from "#inbox/messages/contract.ts";
import { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { ScheduleAnswer } from "#inbox/scheduled-messages/contract.ts";
import { TicketAnswer, TicketConflict, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { ContactAnswer } from "#people/contacts/contract.ts";
import { TagAnswer } from "#people/tags/contract.ts";

/** The fields of the contract's entities, by name; a dot separates levels. */
const ENTITIES: readonly (readonly [name: string, schema: v.GenericSchema, fields: string])[] = [
  [
    "User",
    SessionUser,
    "id name email profile companyId company.name company.email company.dueDate company.trialExpiration company.recurrence company.plan company.payer.fullName company.payer.address company.payer.city company.payer.zipcode company.payer.country company.settings queues.id queues.UserQueue.queueId whatsappId super allTicket",
  ],
  [
    "Ticket",
    TicketAnswer,
    "id uuid status contactId contact.name contact.profilePicUrl queueId queue.name queue.color userId user userDistributed whatsappId whatsapp.name channel chatbot isGroup lastMessage unreadMessages updatedAt createdAt tags.name tags.color useIntegration promptId integrationId code",
  ],
  ["Ticket conflict", TicketConflict, "error userId user.name queue.name"],
  [
    "Message",
    MessageAnswer,
    "id ticketId body fromMe mediaType mediaUrl mediaPath isDeleted ack quotedMsg contact read createdAt",
  ],
  ["Ticket note", TicketNoteAnswer, "id note ticketId contactId user.name createdAt"],
  [
    "Queue",
    QueueAnswer,
    "id name color orderQueue greetingMessage complationMessage outOfHoursMessage ratingMessage token integrationId promptId allowDistributedTickets usersDistributedTickets schedules",
  ],
  [
    "Chat",
    ChatAnswer,
    "id uuid title ownerId users.userId users.unreads users.user.id users.user.name lastMessage updatedAt",
  ],
  ["Chat message", ChatMessageAnswer, "senderId sender.name message mediaName createdAt chatId"],
  ["Opening hours", OpeningSpan, "weekday weekdayEn startTime endTime"],
  ["Queue option", OptionAnswer, "id title message option queueId parentId children"],
  [
    "WhatsApp connection",
    ConnectionAnswer,
    "id name status isDefault updatedAt qrcode retries greetingMessage complationMessage outOfHoursMessage ratingMessage token provider timeSendQueue sendIdQueue expiresInactiveMessage expiresTicket timeUseBotQueues maxUseBotQueues promptId queues.id",
  ],
  [
    "Contact",
    ContactAnswer,
    "id name number email profilePicUrl uuid whatsapp extraInfo.id extraInfo.name extraInfo.value",
  ],
  ["Tag", TagAnswer, "id name color kanban userId ticketsCount"],
  [
    "Quick message",
    QuickReplyAnswer,
    "id shortcode message geral status isMedia mediaPath mediaName companyId userId",
  ],
  [
    "Prompt",
    PromptAnswer,
    "id name prompt voice voiceKey voiceRegion maxTokens temperature apiKey queueId maxMessages queue.name",
  ],
  [
    "Schedule",
    ScheduleAnswer,
    "id body contactId contact.name sendAt sentAt status userId mediaPath mediaName",
  ],
];

interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly pipe?: readonly Shape[];
}
/** The object inside a value that may be null, missing or a list. */
const bare = (shape: Shape | undefined): Shape | undefined => {
  const inner = shape?.entries ? undefined : (shape?.wrapped ?? shape?.item ?? shape?.pipe?.[0]);
  return inner ? bare(inner) : shape;
};
const has = (schema: v.GenericSchema, path: string): boolean =>
  path.split(".").reduce<Shape | undefined>((shape, key) => bare(shape)?.entries?.[key], schema as Shape) !==
  undefined;

test.each(ENTITIES)(
  "the answer of the contract's entity %s has every field by its name",
  (_name, schema, fields) => {
    expect(fields.split(" ").filter((field) => !has(schema, field))).toEqual([]);
  },
);
