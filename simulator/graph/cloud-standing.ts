import type { CloudNumber } from "./cloud-book.ts";
import type { GraphSimulator } from "./server.ts";

/** What the network refuses of a number, until the test removes it. */
export interface CloudRefusal {
  /** Meta's number of the error. */
  readonly code: number;
  /** Only templates; otherwise every message. */
  readonly isForTemplates?: boolean;
  /** Recipients whose number begins with this; absent = all. */
  readonly prefix?: string;
  /** True: the message is accepted, and a status reports the failure afterwards. */
  readonly isLate?: boolean;
}

/** The refusal that applies to a message; undefined = it is sent. */
export const refusalFor = (
  { refusals = [] }: CloudNumber,
  message: { readonly to: string; readonly type: string },
): CloudRefusal | undefined =>
  refusals.find(
    ({ isForTemplates, prefix = "" }) =>
      (!isForTemplates || message.type === "template") && message.to.startsWith(prefix),
  );

/** A webhook about the business account of a number. */
const accountWebhook = ({ businessId }: CloudNumber, field: string, value: object): object => ({
  object: "whatsapp_business_account",
  entry: [{ id: businessId, time: 1, changes: [{ field, value }] }],
});

export interface CloudRestriction {
  readonly type: string;
  /** End, ms; absent = Meta states none. */
  readonly endsAt?: number;
}

/** Meta restricts the account of a number, or frees it with an empty list; a business-initiated one refuses templates. */
export function restrictAccount(
  simulator: GraphSimulator,
  number: CloudNumber,
  restrictions: readonly CloudRestriction[],
): Promise<number> {
  const holdsTemplates = restrictions.some(({ type }) => type === "RESTRICTED_BIZ_INITIATED_MESSAGING");
  number.refusals = holdsTemplates ? [{ code: 131_031, isForTemplates: true }] : [];
  const restriction_info = restrictions.map(({ type, endsAt }) => ({
    restriction_type: type,
    ...(endsAt !== undefined && { expiration: Math.floor(endsAt / 1000) }),
  }));
  const value = { event: "ACCOUNT_RESTRICTION", restriction_info };
  return simulator.post(accountWebhook(number, "account_update", value));
}

/** Meta disables the account of a number, announces that, or reinstates it. */
export function disableAccount(
  simulator: GraphSimulator,
  number: CloudNumber,
  state: "DISABLE" | "SCHEDULE_FOR_DISABLE" | "REINSTATE",
): Promise<number> {
  number.refusals = state === "DISABLE" ? [{ code: 131_031 }] : [];
  const value = {
    event: "DISABLED_UPDATE",
    ban_info: { waba_ban_state: state, waba_ban_date: "November 23" },
  };
  return simulator.post(accountWebhook(number, "account_update", value));
}

/** Meta reports that the account broke a policy. */
export const reportViolation = (
  simulator: GraphSimulator,
  number: CloudNumber,
  type: string,
): Promise<number> => {
  const value = { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: type } };
  return simulator.post(accountWebhook(number, "account_update", value));
};

/** Meta reports the quality of a number, or a change of its limit. */
export const reportQuality = (
  simulator: GraphSimulator,
  number: CloudNumber,
  event: "FLAGGED" | "UNFLAGGED" | "UPGRADE" | "DOWNGRADE",
): Promise<number> => {
  const value = { display_phone_number: number.phone, event, current_limit: number.tier ?? "TIER_250" };
  return simulator.post(accountWebhook(number, "phone_number_quality_update", value));
};

/** The portfolio may reach this many recipients in 24 hours from now on; -1 = any number. */
export function changeCapability(
  simulator: GraphSimulator,
  number: CloudNumber,
  limit: number,
): Promise<number> {
  if (limit < 0) delete number.portfolio.recipientsLeft;
  else number.portfolio.recipientsLeft = limit;
  const value = { max_daily_conversations_per_business: limit, max_phone_numbers_per_business: 25 };
  return simulator.post(accountWebhook(number, "business_capability_update", value));
}
