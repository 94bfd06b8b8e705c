import { type SettingKey, setting } from "#accounts/settings/index.ts";
import type { BillingSystem } from "#automation/integrations/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The settings each system requires (docs/rules/integrations.md#billing-look-ups). */
const REQUIRED = {
  ixc: ["ipixc", "tokenixc"],
  mkauth: ["ipmkauth", "clientidmkauth", "clientsecretmkauth"],
  asaas: ["asaas"],
} as const satisfies Record<BillingSystem, readonly SettingKey[]>;

export const hasCredentials = (tenant: Tenant, system: BillingSystem): boolean =>
  REQUIRED[system].every((key) => setting(tenant, key).trim() !== "");

/** The typed base address, without the suffix that every call adds. */
export const baseOf = (typed: string, ending: RegExp): string =>
  typed.trim().replace(/\/+$/, "").replace(ending, "");
