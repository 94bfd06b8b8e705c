import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/** Rights of docs/rules/follow-ups.md#rights. */

type Person = Pick<UserActor, "id" | "profile" | "supportUntil">;

/**
 * Whether the user sees a follow-up of this owner (null = shared): all users see shared follow-ups and their own personal ones. A
 * support session has no personal follow-ups.
 */
export const canSee = (person: Pick<Person, "id" | "supportUntil">, ownerId: number | null): boolean =>
  ownerId === null || (ownerId === person.id && !isSupport(person));

/** Whether the person may create, change or delete a follow-up of this owner that they see. */
export const canWrite = (person: Person, ownerId: number | null): boolean =>
  ownerId === null ? person.profile === "admin" : !isSupport(person);
