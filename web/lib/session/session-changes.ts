import type * as v from "valibot";
import type { ExpiredLoginAnswer, SessionAnswer, SessionUser } from "#accounts/auth/contract.ts";
import type { ShownBrand } from "#accounts/companies/contract.ts";
import { daysUntil } from "#web/lib/format/dates.ts";

/** Result of a login. A user of an expired company remains logged out. */
export type LoginResult =
  | { readonly kind: "in"; readonly daysLeft: number | null }
  | ({ readonly kind: "expired" } & Pick<Expired, "dueDate" | "invoices" | "token">);
type Expired = v.InferOutput<typeof ExpiredLoginAnswer>;
export type LoginAnswer = SessionAnswer | Expired;

export function resultOf(answer: LoginAnswer): LoginResult {
  if ("expired" in answer) {
    const { dueDate, invoices, token } = answer;
    return { kind: "expired", dueDate, invoices, token };
  }
  const { dueDate } = answer.user.company;
  return { kind: "in", daysLeft: dueDate ? daysUntil(dueDate) : null };
}

export interface Setting {
  readonly key: string;
  readonly value: string;
}

/** The user with a changed setting of the company. */
export const withSetting = (user: SessionUser, changed: Setting): SessionUser => {
  const settings = [...user.company.settings.filter(({ key }) => key !== changed.key), changed];
  return { ...user, company: { ...user.company, settings } };
};

/** A copy of the user whose company has this brand. */
export const withBrand = (user: SessionUser, brand: ShownBrand): SessionUser => ({
  ...user,
  company: { ...user.company, brand },
});

/** Whether an `auth` event reports a newer session of the same user. */
export function isElsewhere(user: SessionUser, event: Readonly<Record<string, unknown>>): boolean {
  const { id } = (event["user"] ?? {}) as { id?: unknown };
  return id === user.id && event["sessionId"] !== user.sessionId;
}
