import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isOptOut } from "#inbox/consents/index.ts";
import { isEditable, statusAfterSave } from "#outreach/campaigns/policy.ts";
import { parseAnswer } from "#outreach/campaigns/replies/replies.ts";
import { capOn, nextDay, nextWindowStart, type Pace, waitAfter, waitsOf } from "./pacing.ts";
import { renderCampaign } from "./render.ts";

const usual: Pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const intervals = fc.record({
  messageInterval: fc.constantFrom(0, 5, 10, 15, 20),
  longerIntervalAfter: fc.constantFrom(0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120),
  greaterInterval: fc.constantFrom(0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120),
});
const k = fc.integer({ min: 1, max: 100_000 });

test("the remaining time is the sum of the waits of each recipient", () => {
  fc.assert(
    fc.property(intervals, k, fc.integer({ min: 0, max: 300 }), (pace, from, many) => {
      const each = Array.from({ length: many }, (_, n) => waitAfter(from + n, pace, 0.5));
      expect(waitsOf(from, from + many - 1, pace)).toBe(each.reduce((sum, wait) => sum + wait, 0));
    }),
  );
});

describe("the wait after a recipient", () => {
  test("the wait is 20 s, and 60 s after every 20th recipient", () => {
    const waits = Array.from({ length: 60 }, (_, n) => waitAfter(n + 1, usual, 0.5) / 1000);
    expect(waits.flatMap((wait, n) => (wait === 60 ? [n + 1] : []))).toEqual([20, 40, 60]);
    expect(waits.filter((wait) => wait === 20)).toHaveLength(57);
  });

  test("the wait is at least one second and within 20 % of the setting", () => {
    fc.assert(
      fc.property(intervals, k, fc.double({ min: 0, max: 1, noNaN: true }), (pace, n, random) => {
        const middle = waitAfter(n, pace, 0.5);
        const wait = waitAfter(n, pace, random);
        expect(wait).toBeGreaterThanOrEqual(1000);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
      }),
    );
  });

  test("the wait grows with the random part, which reaches both bounds", () => {
    fc.assert(
      fc.property(intervals, k, (pace, n) => {
        const [low, middle, high] = [0, 0.5, 1].map((random) => waitAfter(n, pace, random));
        expect(low ?? 0).toBeLessThanOrEqual(middle ?? 0);
        expect(middle ?? 0).toBeLessThanOrEqual(high ?? 0);
      }),
    );
    expect([waitAfter(1, usual, 0), waitAfter(1, usual, 1)]).toEqual([16_000, 24_000]);
  });

  test("the wait after every N-th recipient is the longer one, when it is set, and never shorter than the usual one", () => {
    fc.assert(
      fc.property(intervals, k, (pace, n) => {
        const { messageInterval: m, longerIntervalAfter: every, greaterInterval: g } = pace;
        const longer = every > 0 && g > 0 && n % every === 0;
        expect(waitAfter(n, pace, 0.5)).toBe(Math.max(1000, (longer ? Math.max(m, g) : m) * 1000));
      }),
    );
  });
});

const zone = "America/Sao_Paulo";
/** A local time of São Paulo, which has had no daylight saving time since 2019, as ms. */
const at = (text: string) => Date.parse(`${text}:00-03:00`);
const HOUR = 3_600_000;

describe("the hours in which campaigns send", () => {
  const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };
  test("the sending window is in the company's time zone", () => {
    expect(nextWindowStart(office, zone, at("2026-11-20T09:30"))).toBe(at("2026-11-20T09:30"));
    expect(nextWindowStart(office, zone, at("2026-11-20T07:59"))).toBe(at("2026-11-20T08:00"));
    // After the window on Friday evening the next start is on Monday.
    expect(nextWindowStart(office, zone, at("2026-11-20T18:00"))).toBe(at("2026-11-23T08:00"));
  });

  test("the sending window may cross midnight, or be always or never", () => {
    const night = { days: [5], from: "22:00", to: "02:00" };
    expect(nextWindowStart(night, zone, at("2026-11-21T01:59"))).toBe(at("2026-11-21T01:59"));
    expect(nextWindowStart(night, zone, at("2026-11-21T02:00"))).toBe(at("2026-11-27T22:00"));
    const always = { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "24:00" };
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 2e12 }), (now) => {
        expect(nextWindowStart(always, "America/New_York", now)).toBe(now);
        expect(nextWindowStart({ ...always, days: [] }, zone, now)).toBeNull();
      }),
    );
  });

  test("the next window start is never in the past", () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
    const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`);
    fc.assert(
      fc.property(days, time, time, fc.integer({ min: 1.6e12, max: 1.9e12 }), (open, from, to, now) => {
        const window = { days: open, from, to };
        const next = nextWindowStart(window, "America/New_York", now) ?? 0;
        expect(next).toBeGreaterThanOrEqual(now);
        expect(next - now).toBeLessThan(9 * 24 * HOUR);
        expect(nextWindowStart(window, "America/New_York", next)).toBe(next);
      }),
    );
  });
});

describe("a new number", () => {
  const linkedAt = at("2026-11-02T23:00");
  const rules = { cap: 500, newNumber: true, linkedAt, zone };
  test("a new number starts with 20 messages a day, growing by half each day up to the cap", () => {
    const caps = Array.from({ length: 10 }, (_, day) => capOn(rules, linkedAt + day * 24 * HOUR));
    expect(caps).toEqual([20, 30, 45, 67, 101, 151, 227, 341, 500, 500]);
    // The day ends at midnight, not 24 hours after the link.
    expect(capOn(rules, at("2026-11-03T00:00"))).toBe(30);
  });
  test("an established number has the daily cap, or none", () => {
    expect(capOn({ ...rules, newNumber: false }, linkedAt)).toBe(500);
    expect(capOn({ ...rules, newNumber: false, cap: 0 }, linkedAt)).toBe(0);
  });
  test("the daily cap resets when the company's next day begins", () => {
    expect(nextDay(at("2026-11-20T18:00"), zone)).toBe(at("2026-11-21T00:00"));
  });
});

describe("an answer to a confirmation request", () => {
  test.each([
    "sim",
    "Sim!",
    " S ",
    "1",
    "OK",
    "quero",
    "pode",
    "claro",
    "aceito",
    "confirmo",
    "Yes",
    "sí",
    "👍",
    "👍🏽",
  ])('"%s" confirms a request', (text) => expect(parseAnswer(text, "words")).toBe("yes"));
  test.each(["não", "Nao", "n", "2", "no"])('"%s" declines a request', (text) =>
    expect(parseAnswer(text, "words")).toBe("no"),
  );
  test.each(["talvez", "sim, mas depois", "quanto custa?", ""])(
    '"%s" neither confirms nor declines a request',
    (text) => expect(parseAnswer(text, "words")).toBeUndefined(),
  );
  test('any reply confirms a request in the mode "any"', () => {
    expect(parseAnswer("quanto custa?", "any")).toBe("yes");
    expect(parseAnswer(null, "any")).toBe("yes");
  });
  test("an opt-out keyword counts only as the whole text", () => {
    const words = ["sair", "Descadastrar"];
    expect(["SAIR", "sair.", " Sair ", "descadastrar"].every((text) => isOptOut(text, words))).toBe(true);
    expect(["sair de casa", "não quero sair", "", null].some((text) => isOptOut(text, words))).toBe(false);
  });
});

describe("a text of a campaign", () => {
  const maria = { name: "Maria Souza", number: "5511999990000", email: "" };
  const double = (name: string) => (name === "data" ? "20/11/2026" : undefined);
  const read = (text: string) => renderCampaign(text, maria, [{ key: "Cupom", value: "{nome}10" }], double);
  test("variables of recipient and company are replaced once, in any case", () => {
    expect(read("{Nome}, {primeiro_nome} ({numero}{email}): {cupom} {CUPOM}")).toBe(
      "Maria Souza, Maria (5511999990000): {nome}10 {nome}10",
    );
  });
  test("unknown variables are kept, and double braces work too", () => {
    expect(read("{{data}} {{outra}} {coisa} { nome }")).toBe("20/11/2026 {{outra}} {coisa} Maria Souza");
  });
});

describe("an edited campaign", () => {
  const now = at("2026-11-20T12:00");
  test("inactive and cancelled campaigns are editable, scheduled ones until an hour before their time", () => {
    const planned = (ms: number) => isEditable({ status: "scheduled", scheduledAt: now + ms }, now);
    expect([planned(HOUR), planned(HOUR + 1)]).toEqual([false, true]);
    const others = (["inactive", "cancelled", "running", "finished"] as const).map((status) =>
      isEditable({ status, scheduledAt: null }, now),
    );
    expect(others).toEqual([true, true, false, false]);
  });
  test("a saved campaign gets the status of its time", () => {
    expect(statusAfterSave(null, null, now)).toBe("inactive");
    expect(statusAfterSave(null, now, now)).toBe("scheduled");
    expect(statusAfterSave("inactive", now - 5 * 60_000, now)).toBe("scheduled");
    expect(statusAfterSave("inactive", now - 5 * 60_000 - 1, now)).toBe("invalid");
    expect(statusAfterSave("scheduled", null, now)).toBe("inactive");
    expect(statusAfterSave("cancelled", now + 1, now)).toBe("scheduled");
    expect(statusAfterSave("cancelled", now, now)).toBe("cancelled");
    expect(statusAfterSave("cancelled", null, now)).toBe("cancelled");
  });
});
