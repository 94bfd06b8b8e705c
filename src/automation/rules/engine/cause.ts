import type { TenantUnit } from "#tenants/tenant.ts";

const causes = new WeakMap<TenantUnit, readonly number[]>();

/** Runs the actions of a rule; events that they raise have this rule in their chain. */
export function causedBy(unit: TenantUnit, chain: readonly number[], work: () => void): void {
  causes.set(unit, chain);
  try {
    work();
  } finally {
    causes.delete(unit);
  }
}

/**
 * The chain of rules whose actions run in this transaction now; empty when the change comes from a person, the customer
 * or the product.
 */
export const causeOf = (unit: TenantUnit): readonly number[] => causes.get(unit) ?? [];
