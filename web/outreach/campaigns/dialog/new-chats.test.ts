import { describe, expect, test } from "bun:test";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import { guessNewChats } from "./new-chats.ts";

const reach = (fields: Partial<ReachAnswer> = {}): ReachAnswer => ({
  restrictions: [],
  holdsNewChats: false,
  own: { limit: 30, used: 18, resetsAt: "2026-11-24T11:00:00.000Z", coming: [30] },
  left: 12,
  ...fields,
});
const lock = (endsAt: string | null) =>
  reach({
    holdsNewChats: true,
    left: 0,
    restrictions: [{ kind: "reachout_lock", effect: "new_chats", since: "2026-11-23T11:00:00.000Z", endsAt }],
  });

describe("the budget of new chats in the campaign dialog", () => {
  test("with 12 of 30 new chats left, 12 of 400 people can start today and the rest needs 13 days", () => {
    expect(guessNewChats(reach(), 400)).toEqual({ kind: "partly", left: 12, days: 13 });
  });

  test("a campaign that the budget covers has no warning", () => {
    expect(guessNewChats(reach(), 12)).toBeNull();
    expect(guessNewChats(reach({ left: null }), 400)).toBeNull();
  });

  test("the days are unknown when the company sets no limit and the network stated none", () => {
    const own = { limit: null, used: 3, resetsAt: "2026-11-24T11:00:00.000Z", coming: [] };
    expect(guessNewChats(reach({ own, left: 5 }), 9)).toEqual({ kind: "partly", left: 5, days: null });
  });

  test("the limit of a new number grows by half each day, so the rest needs fewer days", () => {
    const own = { limit: 5, used: 0, resetsAt: "2026-11-24T11:00:00.000Z", coming: [7, 11, 16, 25, 30] };
    expect(guessNewChats(reach({ own, left: 5 }), 100)).toEqual({ kind: "partly", left: 5, days: 6 });
    expect(guessNewChats(reach({ own, left: 5 }), 12)).toEqual({ kind: "partly", left: 5, days: 1 });
  });

  test("the network's quota limits the later days, too, until its next cycle", () => {
    const quota = (fields: { readonly startsAt?: string | null; readonly endsAt?: string | null } = {}) => ({
      ...{ type: "INDIVIDUAL_NEW_CHAT_MSG", status: "NONE", total: 20, used: 8 },
      ...{ startsAt: "2026-11-01T00:00:00.000Z", endsAt: "2026-12-01T00:00:00.000Z", ...fields },
    });
    const guess = (fields?: Parameters<typeof quota>[0], recipients = 30) =>
      guessNewChats(reach({ quota: [quota(fields)] }), recipients);
    // 12 today; the next 18 in the cycle that begins on 1 December, a week after the 24th.
    expect(guess()).toEqual({ kind: "partly", left: 12, days: 8 });
    expect(guess({}, 60)).toEqual({ kind: "partly", left: 12, days: 68 });
    expect(guess({ endsAt: null })).toEqual({ kind: "partly", left: 12, days: null });
    const own = { limit: null, used: 0, resetsAt: "2026-11-24T11:00:00.000Z", coming: [] };
    expect(guessNewChats(reach({ own, quota: [quota()] }), 30)).toMatchObject({ days: 8 });
  });

  test("the dialog shows the end of a lock on new chats, if the network reported one", () => {
    const end = "2026-11-26T17:20:00.000Z";
    expect(guessNewChats(lock(end), 400)).toEqual({ kind: "held", endsAt: end });
    expect(guessNewChats(lock(null), 400)).toEqual({ kind: "held", endsAt: null });
  });
});
