import type { Contact, LostContact } from "#people/contacts/schema.ts";

export type Taken = LostContact["taken"];

/**
 * The values that the survivor of a merge takes from the loser: only where its own value is empty, and a real
 * name in place of a number (docs/rules/contacts.md#merge). A refusal of either contact (blocked, no bot,
 * opted out) applies to both.
 */
export function mergedFields(survivor: Contact, loser: Contact): Taken {
  const taken: Record<string, { from: unknown; to: unknown }> = {};
  const take = (key: keyof Contact, when: boolean) => {
    if (when) taken[key] = { from: survivor[key], to: loser[key] };
  };
  const named = survivor.nameSource === "phone" && loser.nameSource !== "phone";
  take("name", named);
  take("nameSource", named);
  take("number", survivor.number === null && loser.number !== null);
  take("email", survivor.email === "" && loser.email !== "");
  take("pictureId", survivor.pictureId === null && loser.pictureId !== null);
  take("pictureCheckedAt", survivor.pictureId === null && loser.pictureId !== null);
  take("connectionId", survivor.connectionId === null && loser.connectionId !== null);
  take("optedOutAt", survivor.optedOutAt === null && loser.optedOutAt !== null);
  take("blocked", !survivor.blocked && loser.blocked);
  take("disableBot", !survivor.disableBot && loser.disableBot);
  return taken as Taken;
}

/** Values that the undo reverts: taken at the merge and not edited since. */
export function untakenFields(now: Contact, taken: Taken): Partial<Contact> {
  const changes = Object.entries(taken).filter(([key, { to }]) => now[key as keyof Contact] === to);
  return Object.fromEntries(changes.map(([key, { from }]) => [key, from]));
}
