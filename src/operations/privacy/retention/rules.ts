import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Retention rules of a company. Days; 0 = for ever. */
export interface Rules {
  readonly mediaDays: number;
  readonly ticketDays: number;
  /** Whether only the messages of old closed tickets are deleted, or the whole tickets. */
  readonly what: "messages" | "tickets";
  /** Keep tickets with a tag. */
  readonly keepTagged: boolean;
}

export const rulesOf = (tenant: Tenant): Rules => ({
  mediaDays: setting(tenant, "mediaRetentionDays"),
  ticketDays: setting(tenant, "ticketRetentionDays"),
  what: setting(tenant, "ticketRetentionWhat"),
  keepTagged: setting(tenant, "retentionKeepTagged"),
});

/** Keys of the settings with retention rules. */
export const RULE_KEYS: readonly string[] = [
  "mediaRetentionDays",
  "ticketRetentionDays",
  "ticketRetentionWhat",
  "retentionKeepTagged",
];

export const isOff = ({ mediaDays, ticketDays }: Rules): boolean => mediaDays === 0 && ticketDays === 0;

/** Time before which data is deleted, ms; null = none is deleted. */
export const before = (days: number, nowMs: number): number | null =>
  days === 0 ? null : nowMs - days * DAY_MS;

/** The next 03:00 in the company's time zone. */
export function nextNight(tenant: Tenant, nowMs: number): number {
  const zone = timeZoneOf(tenant);
  const today = dayAt(nowMs, zone);
  const at = (day: string) => parseInstant(`${day} 03:00`, zone) ?? nowMs + DAY_MS;
  return at(today) > nowMs ? at(today) : at(addDays(today, 1));
}
