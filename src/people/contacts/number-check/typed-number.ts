import { timeZoneOf } from "#accounts/settings/index.ts";
import { countryOfZone, internationalNumber } from "#people/contacts/phone-number/contract.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * The digits of a number that an API client sends with its country code. Throws 400 ERR_VALIDATION unless 8
 * to 20 remain.
 */
export const readNumber = (sent: string): string => inLimits(sent.replace(/\D/g, ""));

/**
 * The digits of a typed number, completed with the company's country. Throws 400 ERR_VALIDATION unless 8 to
 * 20 remain. Rule: docs/rules/conversations.md#numbers.
 */
export const readTypedNumber = (tenant: Tenant, typed: string): string =>
  inLimits(internationalNumber(typed, countryOfZone(timeZoneOf(tenant))));

function inLimits(digits: string): string {
  if (digits.length < 8) throw invalidFields({ number: "too_short" });
  if (digits.length > 20) throw invalidFields({ number: "too_long" });
  return digits;
}
