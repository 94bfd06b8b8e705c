import { AppError } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Condition, ConditionGroup, Conditions } from "./contract.ts";
import { customKeyOf, everyCondition, isGroup, nodesOf } from "./shape/contract.ts";

export type ReferenceKind = "tag" | "queue" | "resolution" | "field" | "quick_reply" | "follow_up";
/** An object that conditions or actions refer to: by its id, a custom field by its key. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: number | string;
}

const NAMED_BY: Readonly<Record<string, ReferenceKind>> = {
  tags: "tag",
  queue: "queue",
  resolution: "resolution",
};

function namedBy({ field, value }: Condition): Reference[] {
  const key = customKeyOf(field);
  if (key !== undefined) return [{ kind: "field", id: key }];
  const kind = NAMED_BY[field];
  if (!kind || !Array.isArray(value)) return [];
  return value.flatMap((id) => (typeof id === "number" ? [{ kind, id }] : []));
}

/** The tags, queues, resolutions and custom fields that conditions refer to. */
export const referencesOf = (conditions: Conditions): Reference[] =>
  everyCondition(conditions).flatMap(namedBy);

export const names = (conditions: Conditions, { kind, id }: Reference): boolean =>
  referencesOf(conditions).some((one) => one.kind === kind && one.id === id);

/** Removes a reference from conditions. A condition that then refers to nothing is removed as well. */
export function withoutReference(conditions: Conditions, gone: Reference): Conditions {
  const kept = (node: Condition | ConditionGroup): (Condition | ConditionGroup)[] => {
    if (isGroup(node)) {
      const { joined, nodes } = nodesOf(node);
      const left = nodes.flatMap((one) => kept(one)) as Condition[];
      return left.length === 0 ? [] : [joined === "all" ? { all: left } : { any: left }];
    }
    if (!namedBy(node).some(({ kind, id }) => kind === gone.kind && id === gone.id)) return [node];
    const value = Array.isArray(node.value) ? node.value.filter((id) => id !== gone.id) : [];
    return value.length === 0 ? [] : [{ ...node, value }];
  };
  const { joined, nodes } = nodesOf<Condition | ConditionGroup>(conditions);
  const left = nodes.flatMap(kept);
  return joined === "all" ? { all: left } : { any: left };
}

/** An object that uses a reference, as listed in `details.by` of 409 ERR_IN_USE. */
interface InUse {
  readonly kind: "view" | "rule" | "sla_policy" | "macro" | "report_schedule";
  readonly id: number;
  readonly name: string;
}
/** A feature that stores conditions or actions. */
export interface ConditionUser {
  /** Returns the shared objects that contain the reference. While there is one, the referenced object cannot be deleted. */
  uses(unit: TenantUnit, reference: Reference): readonly InUse[];
  /** Removes the reference from personal objects. */
  forget?(unit: TenantUnit, reference: Reference): void;
}
/** Filled by the features that store conditions or actions, by name. */
export const ConditionUsersPort = definePort<Map<string, ConditionUser>>("condition-users");

/** Throws 409 ERR_IN_USE while a shared object contains the reference; personal objects lose it. */
export function releaseReference(
  users: Iterable<ConditionUser>,
  unit: TenantUnit,
  reference: Reference,
): void {
  const all = [...users];
  refuseWhileUsed(all, unit, reference);
  for (const user of all) user.forget?.(unit, reference);
}

/** Throws 409 ERR_IN_USE while a shared object contains the reference. */
export function refuseWhileUsed(
  users: Iterable<ConditionUser>,
  unit: TenantUnit,
  reference: Reference,
): void {
  const by = [...users].flatMap((user) => user.uses(unit, reference));
  if (by.length > 0) throw new AppError(409, "ERR_IN_USE", { by });
}
