import * as v from "valibot";
import { type SettingKey, setting } from "#accounts/settings/index.ts";
import {
  BILLING_ACTIONS,
  BILLING_SYSTEMS,
  type BillingAction,
  type BillingSystem,
} from "#automation/integrations/contract.ts";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Tenant } from "#tenants/tenant.ts";

const Content = v.object({
  system: v.picklist(BILLING_SYSTEMS),
  actions: v.pipe(v.array(v.picklist(BILLING_ACTIONS)), v.minLength(1)),
});
export interface BillingContent {
  readonly system: BillingSystem;
  /** In the order in which customers see them; only actions the system supports. */
  readonly actions: readonly BillingAction[];
}

/** Supported actions; Asaas has bills but no internet contracts. */
const SUPPORTED: Readonly<Record<BillingSystem, readonly BillingAction[]>> = {
  ixc: BILLING_ACTIONS,
  mkauth: BILLING_ACTIONS,
  asaas: ["second_copy"],
};

/**
 * Parses `jsonContent` of a billing integration; undefined when it is invalid, or contains an action the system does
 * not support.
 */
export function billingContentOf(text: string): BillingContent | undefined {
  const parsed = v.safeParse(Content, readObject(text));
  if (!parsed.success) return undefined;
  const { system, actions } = parsed.output;
  if (actions.some((action) => !SUPPORTED[system].includes(action))) return undefined;
  return { system, actions: BILLING_ACTIONS.filter((action) => actions.includes(action)) };
}

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
