import {
  BILLING_ACTIONS,
  BILLING_SYSTEMS,
  type BillingAction,
  type BillingSystem,
} from "#automation/integrations/contract.ts";

/** `jsonContent` of an integration that looks up bills. */
export interface BillingChoice {
  readonly system: BillingSystem;
  readonly actions: readonly BillingAction[];
}

/** What customers can do in a system: Asaas knows bills and no connections. */
export const actionsOf = (system: BillingSystem): readonly BillingAction[] =>
  system === "asaas" ? ["second_copy"] : BILLING_ACTIONS;

/** What a text says; the first system and its bills when it says nothing. */
export function readBilling(text: string): BillingChoice {
  const { system, actions } = parsed(text);
  const known = BILLING_SYSTEMS.find((id) => id === system) ?? "ixc";
  const chosen = Array.isArray(actions) ? actions : ["second_copy"];
  return { system: known, actions: actionsOf(known).filter((action) => chosen.includes(action)) };
}

export const writeBilling = (choice: BillingChoice): string =>
  JSON.stringify(readBilling(JSON.stringify(choice)));

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}
