import {
  BILLING_ACTIONS,
  BILLING_SYSTEMS,
  type BillingAction,
  type BillingSystem,
} from "#automation/integrations/contract.ts";

/** `jsonContent` of a billing integration. */
export interface BillingContent {
  readonly system: BillingSystem;
  readonly actions: readonly BillingAction[];
}

/** Actions that a billing system offers; Asaas has bills, but no internet contracts to unblock. */
export const actionsOf = (system: BillingSystem): readonly BillingAction[] =>
  system === "asaas" ? ["second_copy"] : BILLING_ACTIONS;

/** Parses `jsonContent`; an invalid text gives the first system with its bills. */
export function parseBilling(text: string): BillingContent {
  const { system, actions } = parsed(text);
  const known = BILLING_SYSTEMS.find((id) => id === system) ?? "ixc";
  const chosen = Array.isArray(actions) ? actions : ["second_copy"];
  return { system: known, actions: actionsOf(known).filter((action) => chosen.includes(action)) };
}

export const formatBilling = (choice: BillingContent): string =>
  JSON.stringify(parseBilling(JSON.stringify(choice)));

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}
