import * as v from "valibot";
import { QueueRef } from "#accounts/queues/contract.ts";
import { Instant, MAX_IDS, OptionalId, plainName, ShortText } from "#platform/http/contract.ts";

/** The six words of the contract (docs/rules/connections.md#states). */
export const CONNECTION_STATUSES = [
  "OPENING",
  "qrcode",
  "PAIRING",
  "CONNECTED",
  "DISCONNECTED",
  "TIMEOUT",
] as const;
export const ConnectionStatus = v.picklist(CONNECTION_STATUSES);
export type ConnectionStatus = v.InferOutput<typeof ConnectionStatus>;
export const Channel = v.picklist(["whatsapp", "facebook", "instagram"]);
export type Channel = v.InferOutput<typeof Channel>;
export const Health = v.picklist(["ok", "stale", "down"]);
export type Health = v.InferOutput<typeof Health>;

/** On tickets and messages. */
export const ConnectionRef = v.object({ id: v.number(), name: v.string() });
export type ConnectionRef = v.InferOutput<typeof ConnectionRef>;

/** What attendants see of a connection (docs/rules/connections.md#secrets). */
export const ConnectionForAttendant = v.object({
  ...ConnectionRef.entries,
  status: ConnectionStatus,
  isDefault: v.boolean(),
  channel: Channel,
  /** `cloud` = an official number: what goes outside its answer window is a template. */
  provider: v.picklist(["beta", "stable", "cloud"]),
  queues: v.array(QueueRef),
  health: Health,
  lastEventAt: v.nullable(Instant),
  updatedAt: Instant,
});
export type ConnectionForAttendant = v.InferOutput<typeof ConnectionForAttendant>;

/** What admins see. Secrets are "********" when set, "" when not. */
export const ConnectionAnswer = v.object({
  ...ConnectionForAttendant.entries,
  statusReason: v.nullable(v.string()),
  qrcode: v.string(),
  retries: v.number(),
  /** Own number once linked, digits. */
  number: v.nullable(v.string()),
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  expiresInactiveMessage: v.string(),
  token: v.string(),
  /** The token was made before tokens had a least length: it works, and should be made again. */
  tokenWeak: v.boolean(),
  proxyUrl: v.string(),
  sendIdQueue: v.nullable(v.number()),
  /** Minutes. */
  timeSendQueue: v.number(),
  maxUseBotQueues: v.number(),
  timeUseBotQueues: v.number(),
  expiresTicket: v.number(),
  timeCreateNewTicket: v.number(),
  ratingTimeout: v.number(),
  outOfHoursRepeat: v.number(),
  /** Milliseconds between two sends. */
  sendIntervalMs: v.number(),
  apiRatePerMinute: v.number(),
  keepUserOnReopen: v.boolean(),
  importHistory: v.boolean(),
  newNumber: v.boolean(),
  promptId: v.nullable(v.number()),
  integrationId: v.nullable(v.number()),
  linkedAt: v.nullable(Instant),
  warnings: v.array(v.string()),
});
export type ConnectionAnswer = v.InferOutput<typeof ConnectionAnswer>;

const Text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000))));
const minutes = (max: number) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.union([v.number(), ShortText]),
        v.transform(Number),
        v.integer(),
        v.minValue(0),
        v.maxValue(max),
      ),
    ),
  );
const MetaId = v.nullable(v.pipe(ShortText, v.trim(), v.regex(/^\d{0,30}$/)));
const fields = {
  isDefault: v.optional(v.boolean()),
  queueIds: v.optional(v.pipe(v.array(v.number()), v.maxLength(MAX_IDS))),
  queues: v.optional(v.pipe(v.array(v.object({ id: v.number() })), v.maxLength(MAX_IDS))),
  provider: v.optional(v.picklist(["beta", "stable", "cloud"])),
  /** Of the official WhatsApp: ids of number and business account, and the token that speaks for them. */
  phoneNumberId: v.optional(MetaId),
  businessAccountId: v.optional(MetaId),
  accessToken: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000)))),
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
  expiresInactiveMessage: Text,
  token: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  proxyUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500)))),
  sendIdQueue: v.optional(OptionalId),
  promptId: v.optional(OptionalId),
  integrationId: v.optional(OptionalId),
  timeSendQueue: minutes(10_080),
  maxUseBotQueues: minutes(100),
  timeUseBotQueues: minutes(10_080),
  expiresTicket: minutes(525_600),
  timeCreateNewTicket: minutes(525_600),
  ratingTimeout: minutes(10_080),
  outOfHoursRepeat: minutes(10_080),
  sendIntervalMs: minutes(5000),
  apiRatePerMinute: minutes(100_000),
  keepUserOnReopen: v.optional(v.boolean()),
  importHistory: v.optional(v.boolean()),
  newNumber: v.optional(v.boolean()),
};
/** Name 2-50 (docs/rules/forms.md#lengths). */
export const ConnectionName = plainName(2, 50);
export const CreateConnectionBody = v.object({ name: ConnectionName, ...fields });
export type CreateConnectionBody = v.InferOutput<typeof CreateConnectionBody>;
export const UpdateConnectionBody = v.object({ name: v.optional(ConnectionName), ...fields });
export type UpdateConnectionBody = v.InferOutput<typeof UpdateConnectionBody>;
/** `POST /facebook` (docs/rules/official-channels.md#connecting). */
export const ConnectFacebookBody = v.object({
  addInstagram: v.optional(v.boolean(), false),
  facebookUserId: v.pipe(ShortText, v.trim(), v.regex(/^(\d{1,30}|me)$/)),
  facebookUserToken: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)),
});
export type ConnectFacebookBody = v.InferOutput<typeof ConnectFacebookBody>;
/** `GET /facebook/login`: Facebook's page that asks a person, without the way back; null without an app. */
export const FacebookLogin = v.object({ loginUrl: v.nullable(v.string()) });
export type FacebookLogin = v.InferOutput<typeof FacebookLogin>;
/** What a browser brings from Facebook's login: a token, or with Embedded Sign-up a code and where it came to. */
export const OfficialNumbersBody = v.union([
  v.object({ token: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)) }),
  v.object({
    code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)),
    redirectUri: v.pipe(v.string(), v.maxLength(500), v.url()),
  }),
]);
export type OfficialNumbersBody = v.InferOutput<typeof OfficialNumbersBody>;
/** An official number a person may connect. */
export const OfficialNumber = v.object({
  phoneNumberId: v.string(),
  businessAccountId: v.string(),
  business: v.string(),
  phone: v.string(),
  /** As the network shows it to customers. */
  name: v.string(),
  /** It is switched on with a code of six digits. */
  needsPin: v.boolean(),
  /** Where it is connected already: it gets a new token. */
  connectionId: v.nullable(v.number()),
});
export type OfficialNumber = v.InferOutput<typeof OfficialNumber>;
/** `grant`: a word that stands for what was allowed, for a quarter of an hour. */
export const OfficialNumbers = v.object({ grant: v.string(), numbers: v.array(OfficialNumber) });
export type OfficialNumbers = v.InferOutput<typeof OfficialNumbers>;
const NumberId = v.pipe(ShortText, v.trim(), v.regex(/^\d{1,30}$/));
export const ConnectOfficialBody = v.object({
  grant: v.pipe(ShortText, v.uuid()),
  phoneNumberId: NumberId,
  businessAccountId: NumberId,
  /** Of a number that is not connected here yet. */
  name: v.optional(ConnectionName),
  pin: v.optional(v.pipe(ShortText, v.trim(), v.regex(/^\d{6}$/))),
});
export type ConnectOfficialBody = v.InferOutput<typeof ConnectOfficialBody>;
export const PairingCodeBody = v.object({
  number: v.pipe(ShortText, v.trim(), v.minLength(8), v.maxLength(50)),
});
export const PairingCodeAnswer = v.object({ code: v.string() });

/** `whatsappSession` update (docs/rules/realtime.md#channels); attendants get it without `qrcode`. */
export const SessionUpdate = v.object({
  id: v.number(),
  status: ConnectionStatus,
  statusReason: v.optional(v.nullable(v.string())),
  updatedAt: Instant,
  qrcode: v.optional(v.string()),
  retries: v.number(),
  health: Health,
});
export type SessionUpdate = v.InferOutput<typeof SessionUpdate>;
