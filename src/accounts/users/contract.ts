import * as v from "valibot";
import { QueueRef } from "#accounts/queues/contract.ts";
import { MAX_IDS, OptionalId, pageOf, plainName, ShortText } from "#platform/http/contract.ts";

export { NotificationKind } from "./preferences/contract.ts";

const PROFILES = ["admin", "user", "supervisor", "NAO"] as const;
export const Profile = v.picklist(PROFILES);
export type Profile = v.InferOutput<typeof Profile>;

/** Abilities in the session (docs/rules/users.md#roles); the client checks `can(ability)`. */
export const ABILITIES = [
  "dashboard:view",
  "drawer-admin-items:view",
  "tickets-manager:showall",
  "reports:view",
  "user-modal:editProfile",
  "user-modal:editQueues",
  "ticket-options:deleteTicket",
  "contacts-page:deleteContact",
  "connections-page:actionButtons",
  "connections-page:addConnection",
  "connections-page:editOrDeleteConnection",
] as const;
export type Ability = (typeof ABILITIES)[number];

export const UserRef = v.object({ id: v.number(), name: v.string() });
export type UserRef = v.InferOutput<typeof UserRef>;

/** A queue of a user; the interface expects its id also in `UserQueue` (docs/rules/users.md#reading). */
const UserQueueRef = v.object({ ...QueueRef.entries, UserQueue: v.object({ queueId: v.number() }) });

/** The part of a user visible to colleagues (docs/rules/users.md#reading). */
export const ColleagueAnswer = v.object({
  ...UserRef.entries,
  profile: Profile,
  online: v.boolean(),
  away: v.boolean(),
  /** The reason of the current pause; absent in answers of an earlier release. */
  pauseReason: v.optional(v.nullable(v.object({ id: v.number(), name: v.string() }))),
  queues: v.array(UserQueueRef),
});
export type ColleagueAnswer = v.InferOutput<typeof ColleagueAnswer>;

/** The part of a user visible to admins and to the user. */
export const UserAnswer = v.object({
  ...ColleagueAnswer.entries,
  email: v.string(),
  companyId: v.number(),
  whatsappId: v.nullable(v.number()),
  super: v.boolean(),
  /** `enable`: also notified of pending tickets. */
  allTicket: v.picklist(["enable", "disable"]),
  signMessages: v.boolean(),
  /** Whether the user may have several login sessions at the same time. */
  multiSession: v.boolean(),
  /** Distribution offers no further tickets to a user with this many open ones; 0 = no limit. */
  maxOpenTickets: v.number(),
  /** Number of open tickets of the user now. */
  openTickets: v.number(),
  lastSeenAt: v.nullable(v.string()),
});
export type UserAnswer = v.InferOutput<typeof UserAnswer>;
export const UserPage = pageOf("users", v.union([UserAnswer, ColleagueAnswer]));

/** Limits of docs/rules/forms.md#lengths. */
export const UserName = plainName(2, 50);
export const UserEmail = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254), v.email());
export const UserPassword = v.pipe(v.string(), v.minLength(5), v.maxLength(50));

/** A whole number, also as the text of a form field. */
const MaxOpenTickets = v.pipe(
  v.union([v.number(), v.pipe(ShortText, v.trim(), v.regex(/^\d{1,6}$/))]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
  v.maxValue(1000),
);

const shared = {
  profile: v.optional(Profile),
  queueIds: v.optional(v.pipe(v.array(v.number()), v.maxLength(MAX_IDS))),
  whatsappId: v.optional(OptionalId),
  allTicket: v.optional(v.union([v.boolean(), v.picklist(["enable", "enabled", "disable", "disabled"])])),
  signMessages: v.optional(v.boolean()),
  multiSession: v.optional(v.boolean()),
  maxOpenTickets: v.optional(MaxOpenTickets),
};
export const CreateUserBody = v.object({
  name: UserName,
  email: UserEmail,
  password: UserPassword,
  ...shared,
});
export const UpdateUserBody = v.object({
  name: v.optional(UserName),
  email: v.optional(UserEmail),
  /** Absent or "" leaves the password unchanged. */
  password: v.optional(v.union([v.literal(""), UserPassword])),
  /** Needed to change one's own e-mail or password; ignored otherwise. */
  currentPassword: v.optional(v.pipe(v.string(), v.maxLength(200))),
  ...shared,
});
/** `reasonId`: of a pause, when working times are recorded (docs/rules/work-times.md#pauses). */
export const AwayBody = v.object({ away: v.boolean(), reasonId: v.optional(OptionalId) });
export type AwayBody = v.InferOutput<typeof AwayBody>;
