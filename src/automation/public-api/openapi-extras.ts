import * as v from "valibot";
import type { HeaderDescription, RouteDescription } from "#platform/http/route.ts";
import { ChosenConnection, MAX_KEY, SendThroughApiBody } from "./contract.ts";
import { QUEUED } from "./texts.ts";

/** The body of an error: code, message and details. */
const Refused = v.object({
  error: v.string(),
  mensagem: v.string(),
  details: v.optional(v.record(v.string(), v.unknown())),
});

const Whole = v.pipe(v.number(), v.integer());
const RATE: readonly HeaderDescription[] = [
  {
    name: "X-RateLimit-Limit",
    schema: Whole,
    description: "Calls per minute; absent where there is no limit",
  },
  { name: "X-RateLimit-Remaining", schema: Whole, description: "Calls left in this minute" },
  { name: "X-RateLimit-Reset", schema: Whole, description: "Seconds until the minute is over" },
];
const TOKEN = {
  401: ["ERR_INVALID_API_TOKEN"],
  402: ["ERR_SUBSCRIPTION_EXPIRED"],
  403: ["ERR_PLAN_FEATURE", "ERR_NO_PERMISSION"],
} as const;

/** OpenAPI details of `POST /api/messages/send` (docs/rules/send-api.md#effect). */
export const sendDescribed: RouteDescription = {
  security: { connectionToken: [], apiKey: ["messages:send"] },
  query: ChosenConnection,
  bodies: {
    "application/json": {
      schema: SendThroughApiBody,
      example: { number: "5511988887777", body: "Seu pedido saiu para entrega" },
    },
    "multipart/form-data": {
      schema: SendThroughApiBody,
      example: { number: "5511988887777", body: "Segue o boleto", medias: ["boleto.pdf"] },
    },
  },
  files: ["medias"],
  headers: [
    {
      name: "Idempotency-Key",
      schema: v.pipe(v.string(), v.maxLength(MAX_KEY)),
      description:
        "The same key with the same content is answered again, and nothing is sent twice; seven days",
    },
  ],
  answerHeaders: [
    ...RATE,
    {
      name: "Idempotent-Replay",
      schema: v.literal("true"),
      description: "This is the answer of an earlier call with the same key",
    },
  ],
  answerExample: { mensagem: QUEUED, messageId: 812, ticketId: 97, contactId: 41, status: "queued" },
  errors: {
    400: [
      "ERR_VALIDATION",
      "ERR_WAPP_INVALID_CONTACT",
      "ERR_NEEDS_PHONE",
      "ERR_NOT_SUPPORTED",
      "ERR_AUDIO_TOO_SHORT",
      "ERR_QUOTE_OTHER_CONNECTION",
      "ERR_QUOTE_NOT_POSSIBLE",
      "ERR_NO_DEF_WAPP_FOUND",
    ],
    ...TOKEN,
    404: ["ERR_NO_MESSAGE_FOUND", "ERR_NO_WAPP_FOUND"],
    409: ["ERR_IDEMPOTENCY_MISMATCH", "ERR_IDEMPOTENCY_IN_PROGRESS", "ERR_NUMBER_RESTRICTED"],
    413: ["ERR_MEDIA_TOO_LARGE"],
    415: ["ERR_MEDIA_TYPE"],
    429: ["ERR_RATE_LIMIT"],
    500: ["ERR_INTERNAL", "ERR_CREATING_MESSAGE"],
    503: ["ERR_TENANT_UNAVAILABLE", "ERR_SERVER_BUSY"],
  },
  errorAnswer: Refused,
};

/** OpenAPI details of `GET /api/messages/send/{messageId}`. */
export const statusDescribed: RouteDescription = {
  security: { connectionToken: [], apiKey: ["messages:send"] },
  query: ChosenConnection,
  answerHeaders: RATE,
  answerExample: { id: 812, status: "sent", ack: 3, error: null, sentAt: "2026-03-02T13:05:11.000Z" },
  errors: {
    400: ["ERR_VALIDATION", "ERR_NO_DEF_WAPP_FOUND"],
    ...TOKEN,
    404: ["ERR_NO_MESSAGE_FOUND", "ERR_NO_WAPP_FOUND"],
    429: ["ERR_RATE_LIMIT"],
    500: ["ERR_INTERNAL"],
    503: ["ERR_TENANT_UNAVAILABLE", "ERR_SERVER_BUSY"],
  },
  errorAnswer: Refused,
};
