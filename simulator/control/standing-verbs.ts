import * as v from "valibot";
import { announceCap, announceLock } from "#simulator/standing/announce.ts";
import { number, ofNumber, phoneOf, verb } from "./verb.ts";

/** Commands that restrict an account, and lift its restrictions. Times are seconds from now. */
export const standingVerbs = {
  /** `isQuiet`: no notification, so that a client finds out by a refused message or by a query. */
  "account.lock": verb(
    v.object({
      number,
      seconds: v.optional(v.nullable(v.number())),
      type: v.optional(v.string()),
      isQuiet: v.optional(v.boolean()),
    }),
    (network, input) => {
      const phone = phoneOf(network, input.number);
      const endsAt = input.seconds == null ? null : network.clock.now() + input.seconds * 1000;
      const lock = { type: input.type ?? "RESTRICT_ALL_COMPANIONS", endsAt };
      phone.standing.lock = lock;
      if (input.isQuiet) return null;
      announceLock(phone);
      // The network also reports the end of the lock, unless it was replaced or lifted before.
      if (input.seconds != null)
        network.clock.after(input.seconds * 1000, () => {
          if (phone.standing.lock === lock) announceLock(phone);
        });
      return null;
    },
  ),
  cap: verb(
    v.object({
      number,
      total: v.nullable(v.number()),
      used: v.optional(v.number()),
      seconds: v.optional(v.number()),
      isQuiet: v.optional(v.boolean()),
    }),
    (network, input) => {
      const phone = phoneOf(network, input.number);
      const now = network.clock.now();
      const endsAt = now + (input.seconds ?? 86_400) * 1000;
      phone.standing.cap = { total: input.total, startsAt: now, endsAt, usedBefore: input.used ?? 0 };
      if (!input.isQuiet) announceCap(phone);
      return null;
    },
  ),
  /**
   * 402 for a time, 403 locked, 406 permanently: the account's devices are disconnected now and rejected at each login.
   */
  ban: verb(
    v.object({
      number,
      reason: v.picklist([402, 403, 406]),
      code: v.optional(v.number()),
      seconds: v.optional(v.number()),
      header: v.optional(v.string()),
      text: v.optional(v.string()),
    }),
    (network, input) => {
      const phone = phoneOf(network, input.number);
      phone.standing.ban = {
        reason: input.reason,
        ...(input.code !== undefined && { code: input.code }),
        ...(input.seconds !== undefined && { endsAt: network.clock.now() + input.seconds * 1000 }),
        ...(input.header !== undefined && { header: input.header }),
        ...(input.text !== undefined && { text: input.text }),
      };
      for (const { wire } of phone.companions.values()) wire?.terminate();
      return null;
    },
  ),
  lift: verb(ofNumber, (network, input) => {
    const phone = phoneOf(network, input.number);
    const { lock, cap } = phone.standing;
    Object.assign(phone.standing, { lock: null, cap: null, ban: null });
    if (lock) announceLock(phone);
    if (cap) announceCap(phone);
    return null;
  }),
};
