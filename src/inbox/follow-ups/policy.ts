import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/** Rights of docs/rules/follow-ups.md#rights. */

type Person = Pick<UserActor, "id" | "profile" | "supportUntil">;

/**
 * Whether the person sees a follow-up of this owner (null = shared): shared ones and personal ones of their own; a
 * support session has no personal ones.
 */
export const canSee = (person: Pick<Person, "id" | "supportUntil">, ownerId: number | null): boolean =>
  ownerId === null || (ownerId === person.id && !isSupport(person));

/** Whether the person may create, change or delete a follow-up of this owner that they see. */
export const canWrite = (person: Person, ownerId: number | null): boolean =>
  ownerId === null ? person.profile === "admin" : !isSupport(person);
