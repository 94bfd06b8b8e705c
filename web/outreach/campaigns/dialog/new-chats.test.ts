import { describe, expect, test } from "bun:test";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import { guessNewChats } from "./new-chats.ts";

const reach = (fields: Partial<ReachAnswer> = {}): ReachAnswer => ({
  restrictions: [],
  holdsNewChats: false,
  own: { limit: 30, used: 18, resetsAt: "2026-11-24T11:00:00.000Z" },
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

  test("the days are unknown when only the network limits new chats", () => {
    const own = { limit: null, used: 3, resetsAt: "2026-11-24T11:00:00.000Z" };
    expect(guessNewChats(reach({ own, left: 5 }), 9)).toEqual({ kind: "partly", left: 5, days: null });
  });

  test("a lock holds new people until its end, if the network gave one", () => {
    const end = "2026-11-26T17:20:00.000Z";
    expect(guessNewChats(lock(end), 400)).toEqual({ kind: "held", endsAt: end });
    expect(guessNewChats(lock(null), 400)).toEqual({ kind: "held", endsAt: null });
  });
});
