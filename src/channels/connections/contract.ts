import * as v from "valibot";
import { QueueRef } from "#accounts/queues/contract.ts";
import { Instant, MAX_IDS, OptionalId, plainName, ShortText } from "#platform/http/contract.ts";

/** The six statuses of the contract (docs/rules/connections.md#states). */
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

/** Restrictions of a number by its network (docs/rules/reach.md#kinds). */
export const RestrictionKind = v.picklist([
  "reachout_lock",
  "new_chat_cap",
  "temp_ban",
  "locked",
  "banned",
  "account_restricted",
  "quality_low",
  "limit_reached",
]);
export type RestrictionKind = v.InferOutput<typeof RestrictionKind>;
/** The kinds of messages or calls that a restriction blocks. */
export const RestrictionEffect = v.picklist(["none", "calls", "templates", "new_chats", "everything"]);
export type RestrictionEffect = v.InferOutput<typeof RestrictionEffect>;

/** A restriction in force. `endsAt` is null when the network gave no end; raw values are for admins. */
export const RestrictionAnswer = v.object({
  kind: RestrictionKind,
  effect: RestrictionEffect,
  since: Instant,
  endsAt: v.nullable(Instant),
  raw: v.optional(v.object({ type: v.nullable(v.string()), code: v.nullable(v.string()), text: v.string() })),
});
export type RestrictionAnswer = v.InferOutput<typeof RestrictionAnswer>;

/** The connection of a ticket or message. */
export const ConnectionRef = v.object({ id: v.number(), name: v.string() });
export type ConnectionRef = v.InferOutput<typeof ConnectionRef>;

/** The fields of a connection that attendants may read (docs/rules/connections.md#secrets). */
export const ConnectionForAttendant = v.object({
  ...ConnectionRef.entries,
  status: ConnectionStatus,
  isDefault: v.boolean(),
  channel: Channel,
  /** `cloud`: an official number, which outside its answer window sends only templates. */
  provider: v.picklist(["beta", "stable", "cloud"]),
  queues: v.array(QueueRef),
  health: Health,
  lastEventAt: v.nullable(Instant),
  /** Restrictions in force, the strongest first. */
  restrictions: v.optional(v.array(RestrictionAnswer)),
  /** Short texts that a user sends within so many seconds leave as one bundle; absent = no bundles. */
  bundleWindow: v.optional(v.number()),
  updatedAt: Instant,
});
export type ConnectionForAttendant = v.InferOutput<typeof ConnectionForAttendant>;

const BundleFor = v.picklist(["off", "automatic", "everybody"]);
/** The fields of a connection that admins may read. Secrets are "********" when set, "" when not. */
export const ConnectionAnswer = v.object({
  ...ConnectionForAttendant.entries,
  statusReason: v.nullable(v.string()),
  qrcode: v.string(),
  retries: v.number(),
  /** The linked number, digits; null before the first link. */
  number: v.nullable(v.string()),
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  expiresInactiveMessage: v.string(),
  token: v.string(),
  /** True for a token that was created before tokens had a minimum length: it is valid, and should be replaced. */
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
  /** First messages to people who never wrote, per day; 0 = no limit. */
  newChatsPerDay: v.optional(v.number()),
  /** Chats that are compared with the phone per night; 0 = none. */
  reconcileChats: v.number(),
  /** Whose short texts leave as one bundle on an official number (docs/rules/messages.md#bundles). */
  bundleFor: v.optional(BundleFor),
  bundleSeconds: v.optional(v.number()),
  promptId: v.nullable(v.number()),
  integrationId: v.nullable(v.number()),
  linkedAt: v.nullable(Instant),
  /** Health of a WhatsApp number, 0 to 100 = healthy (docs/rules/reach.md#doctor); absent on other channels. */
  score: v.optional(v.number()),
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
  /** Fields of an official number: its id, the id of its business account, and the access token for both. */
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
  newChatsPerDay: minutes(1000),
  reconcileChats: minutes(150),
  bundleFor: v.optional(BundleFor),
  bundleSeconds: v.optional(
    v.pipe(v.union([v.number(), ShortText]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(10)),
  ),
};
/** Name of 2 to 50 characters (docs/rules/forms.md#lengths). */
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
/** `GET /facebook/login`: Facebook's login page, without the redirect address; null when no app is configured. */
export const FacebookLogin = v.object({ loginUrl: v.nullable(v.string()) });
export type FacebookLogin = v.InferOutput<typeof FacebookLogin>;
/**
 * Result of Facebook's login that a browser sends: a token, or with Embedded Sign-up a code and its redirect address.
 */
export const OfficialNumbersBody = v.union([
  v.object({ token: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)) }),
  v.object({
    code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)),
    redirectUri: v.pipe(v.string(), v.maxLength(500), v.url()),
  }),
]);
export type OfficialNumbersBody = v.InferOutput<typeof OfficialNumbersBody>;
/** An official number that can be connected. */
export const OfficialNumber = v.object({
  phoneNumberId: v.string(),
  businessAccountId: v.string(),
  business: v.string(),
  phone: v.string(),
  /** The name that customers see. */
  name: v.string(),
  /** True when the number has to be registered with a PIN of six digits. */
  needsPin: v.boolean(),
  /** True when its owner must first type the code that Meta sends to the number. */
  needsVerification: v.boolean(),
  /** The connection that already uses the number and gets the new token; null when it is not connected. */
  connectionId: v.nullable(v.number()),
});
export type OfficialNumber = v.InferOutput<typeof OfficialNumber>;
/**
 * `grant`: id of the stored token, valid for 15 minutes. `businesses`: names of the accounts that the login granted;
 * Embedded Sign-up can end with an account that has no number yet.
 */
export const OfficialNumbers = v.object({
  grant: v.string(),
  businesses: v.array(v.string()),
  numbers: v.array(OfficialNumber),
});
export type OfficialNumbers = v.InferOutput<typeof OfficialNumbers>;
const NumberId = v.pipe(ShortText, v.trim(), v.regex(/^\d{1,30}$/));
export const ConnectOfficialBody = v.object({
  grant: v.pipe(ShortText, v.uuid()),
  phoneNumberId: NumberId,
  businessAccountId: NumberId,
  /** Required when the number is not connected yet. */
  name: v.optional(ConnectionName),
  /** For a number that stays in the WhatsApp Business app: request its history at once. */
  importHistory: v.optional(v.boolean(), true),
  pin: v.optional(v.pipe(ShortText, v.trim(), v.regex(/^\d{6}$/))),
});
export type ConnectOfficialBody = v.InferOutput<typeof ConnectOfficialBody>;
const GrantedNumber = { grant: v.pipe(ShortText, v.uuid()), phoneNumberId: NumberId };
/** Meta sends a code to the number, by SMS or by a call. */
export const RequestCodeBody = v.object({ ...GrantedNumber, method: v.picklist(["SMS", "VOICE"]) });
export type RequestCodeBody = v.InferOutput<typeof RequestCodeBody>;
export const VerifyNumberBody = v.object({
  ...GrantedNumber,
  code: v.pipe(ShortText, v.trim(), v.regex(/^\d{3}-?\d{3}$/)),
});
export type VerifyNumberBody = v.InferOutput<typeof VerifyNumberBody>;
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

/** Import of the history of a number that stays in the WhatsApp Business app. */
export const HistoryAnswer = v.object({
  state: v.picklist(["waiting", "requested", "importing", "complete", "declined"]),
  /** 0 = the first day, 1 = up to 90 days, 2 = up to 180 days. */
  phase: v.number(),
  /** Percent. */
  progress: v.number(),
  signedUpAt: Instant,
  requestedAt: v.nullable(Instant),
  /** True: the number has imported as many messages as it may; further ones are left out. */
  isLimited: v.optional(v.boolean()),
});
export type HistoryAnswer = v.InferOutput<typeof HistoryAnswer>;

/** `GET /whatsapp/{id}/state`: what Meta reports about an official number (docs/rules/official-channels.md#number-state). */
export const NumberStateAnswer = v.object({
  /** GREEN, YELLOW, RED, UNKNOWN; null before the first read. */
  quality: v.nullable(v.string()),
  /** Recipients of 24 h outside answer windows, of the whole portfolio; null = unlimited or unknown. */
  limit: v.nullable(v.number()),
  isUnlimited: v.boolean(),
  /** Recipients of this company's official numbers in the last 24 h. */
  used24h: v.number(),
  name: v.string(),
  nameState: v.string(),
  /** `canSend`: AVAILABLE, LIMITED, BLOCKED; null = not reported. */
  health: v.object({ canSend: v.nullable(v.string()), problems: v.array(v.string()) }),
  readAt: v.nullable(Instant),
  history: v.nullable(HistoryAnswer),
});
export type NumberStateAnswer = v.InferOutput<typeof NumberStateAnswer>;
