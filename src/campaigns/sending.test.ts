import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Office, office, SECOND } from "./testing.ts";

let o: Office;
beforeEach(() => {
  o = office();
});
afterEach(() => o.close());

describe("a campaign", () => {
  test("writes to everybody of its list once, in their order, and is over then", async () => {
    const id = o.campaign(25);
    await o.finish(id);
    expect(o.status(id)).toBe("FINALIZADA");
    expect(o.arrivals.map(({ to }) => to)).toEqual(Array.from({ length: 25 }, (_, n) => o.numberOf(n)));
    expect(o.arrivals.map(({ text }) => text)[3]).toBe("Olá Pessoa 3");
    expect(o.states(id)).toEqual({ sent: 25 });
    const [first] = o.arrivals;
    const waits = o.arrivals.map(({ at }) => (at - (first?.at ?? 0)) / SECOND);
    expect(waits.slice(0, 3)).toEqual([0, 20, 40]);
    expect(waits[19]).toBe(380);
    expect(waits[20]).toBe(440);
  });
});
