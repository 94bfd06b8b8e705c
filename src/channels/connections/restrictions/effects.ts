import type { RestrictionEffect, RestrictionKind } from "#channels/connections/contract.ts";

/** What each kind of restriction blocks, unless the network reports that itself (docs/rules/reach.md#kinds). */
export const EFFECT_OF: Readonly<Record<RestrictionKind, RestrictionEffect>> = {
  reachout_lock: "new_chats",
  new_chat_cap: "new_chats",
  temp_ban: "everything",
  locked: "everything",
  banned: "everything",
  account_restricted: "new_chats",
  quality_low: "none",
  limit_reached: "new_chats",
};

const STRENGTH: readonly RestrictionEffect[] = ["none", "calls", "templates", "new_chats", "everything"];

export const strengthOf = (effect: RestrictionEffect): number => STRENGTH.indexOf(effect);

/** True when a restriction with this effect prevents new chats. */
export const holdsNewChats = (effect: RestrictionEffect): boolean =>
  strengthOf(effect) >= strengthOf("templates");
export const HOLDING_EFFECTS: readonly RestrictionEffect[] = STRENGTH.filter(holdsNewChats);

/** The network numbers its refusals: 463 = locked, 475 = the limit of new chats is used up. */
export const REFUSALS: Readonly<Record<string, RestrictionKind>> = {
  "463": "reachout_lock",
  "475": "new_chat_cap",
};
