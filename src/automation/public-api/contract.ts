import * as v from "valibot";
import { MediaType, SendState } from "#inbox/messages/contract.ts";
import { Instant, PathId, ShortText } from "#platform/http/contract.ts";

/** Maximum length of an `Idempotency-Key`, in characters (docs/rules/send-api.md#idempotency). */
export const MAX_KEY = 100;

/** For API keys: the connection to send through; the default one when absent. */
export const ChosenConnection = v.object({ whatsappId: v.optional(PathId) });

/** Accepts booleans as text, because form fields are texts. */
const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(["true", "false", "1", "0", ""])]),
  v.transform((value) => value === true || value === "true" || value === "1"),
);

/** Maximum length of a text, in characters; every network rejects longer texts. */
const MAX_TEXT = 65_536;

/** `POST /api/messages/send`. `number`: country, area and number, or the id of a group ending in `@g.us`. */
export const SendThroughApiBody = v.object({
  number: v.pipe(v.union([ShortText, v.number()]), v.transform(String), v.trim(), v.minLength(1, "required")),
  body: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT)), ""),
  /** Close the ticket once the message was sent. */
  closeTicket: v.optional(Flag, false),
  /** The ticket then waits for an attendant. */
  openTicket: v.optional(Flag, false),
  /**
   * What happens while the number may start no new conversations: the message waits, or the call fails with 409
   * ERR_NUMBER_RESTRICTED (docs/rules/reach.md#api).
   */
  ifRestricted: v.optional(v.picklist(["wait", "refuse"]), "wait"),
  /** Id of the quoted message, of the same contact. */
  quotedMsgId: v.optional(
    v.nullable(v.pipe(v.union([v.number(), v.pipe(ShortText, v.regex(/^\d{1,15}$/))]), v.transform(Number))),
    null,
  ),
});
export type SendThroughApiBody = v.InferOutput<typeof SendThroughApiBody>;

export const SentThroughApi = v.object({
  mensagem: v.string(),
  messageId: v.number(),
  /** For several files: one message per file. */
  messageIds: v.optional(v.array(v.number())),
  ticketId: v.number(),
  contactId: v.number(),
  /** `held`: the message waits until the number may start new conversations. */
  status: v.picklist(["queued", "held"]),
  /** When a held message is sent; null when no end is known. */
  heldUntil: v.optional(v.nullable(Instant)),
});
export type SentThroughApi = v.InferOutput<typeof SentThroughApi>;

export const StatusThroughApi = v.object({
  id: v.number(),
  status: SendState,
  /** 0 waiting, 1 sent, 2 received, 3 or 4 read, 5 played. */
  ack: v.number(),
  /** Error code when it failed. */
  error: v.nullable(v.string()),
  sentAt: v.nullable(Instant),
});
export type StatusThroughApi = v.InferOutput<typeof StatusThroughApi>;

/** `GET /messages-api/history`; `before` = the id of the last row shown. */
export const SentListQuery = v.object({ before: v.optional(PathId), whatsappId: v.optional(PathId) });
export type SentListQuery = v.InferOutput<typeof SentListQuery>;
/** A message sent through the API. */
export const SentLine = v.object({
  id: v.number(),
  ticketId: v.number(),
  ticketUuid: v.string(),
  whatsappId: v.number(),
  /** `number`: "" when the phone is not known. */
  contact: v.object({ id: v.number(), name: v.string(), number: v.string() }),
  body: v.string(),
  mediaType: v.nullable(MediaType),
  status: SendState,
  ack: v.number(),
  error: v.nullable(v.string()),
  createdAt: Instant,
});
export type SentLine = v.InferOutput<typeof SentLine>;
export const SentPage = v.object({ messages: v.array(SentLine), hasMore: v.boolean() });
export type SentPage = v.InferOutput<typeof SentPage>;
