import type { UserActor } from "#tenants/tenant.ts";
import { ABILITIES, type Ability, type Profile } from "./contract.ts";

type Person = Pick<UserActor, "id" | "profile" | "super">;

/**
 * What the client may offer (docs/rules/users.md#roles): everything for admins, all tickets of own queues and their reports
 * for supervisors.
 */
export function abilitiesOf(profile: Profile): readonly Ability[] {
  if (profile === "admin") return ABILITIES;
  return profile === "supervisor" ? ["tickets-manager:showall", "reports:view"] : [];
}

/** E-mail and further data of a user: admins, and the user. */
export const canSeeUserFully = (person: Person, userId: number): boolean =>
  person.profile === "admin" || person.id === userId;

/** Users change themselves, admins anyone; only super users change super users. */
export const canChangeUser = (person: Person, target: { id: number; super: boolean }): boolean =>
  person.id === target.id || (person.profile === "admin" && (person.super || !target.super));
