import { describe, expect, test } from "bun:test";
import type { CloseReason } from "#channels/connections/provider.ts";
import { type Effect, nextStep, type SessionState, type Trigger } from "./lifecycle.ts";
import { backOffMs } from "./reconnects.ts";

const state = (fields: Partial<SessionState> = {}): SessionState => ({
  status: "CONNECTED",
  statusReason: null,
  qrcode: "",
  retries: 0,
  health: "ok",
  ...fields,
});
const closed = (reason: CloseReason): Trigger => ({ type: "closed", reason });
const timedOut = state({ status: "TIMEOUT", statusReason: "network", health: "down" });

describe("session states (docs/rules/connections.md#states)", () => {
  test.each([
    ["a start opens", state({ status: "DISCONNECTED" }), { type: "starting" }, "OPENING", null, []],
    [
      "a start with a code pairs",
      state(),
      { type: "starting_with_code" },
      "PAIRING",
      null,
      ["begin_pairing"],
    ],
    ["nothing stored at boot", state(), { type: "never_linked" }, "DISCONNECTED", "never_linked", []],
    ["a scan pairs", state({ status: "qrcode" }), { type: "pairing" }, "PAIRING", null, ["begin_pairing"]],
    [
      "a pairing that takes too long",
      state({ status: "PAIRING" }),
      { type: "pairing_too_long" },
      "DISCONNECTED",
      "pairing_timeout",
      ["stop", "wipe"],
    ],
    [
      "an open session",
      state({ status: "PAIRING" }),
      { type: "open", number: null },
      "CONNECTED",
      null,
      ["end_pairing"],
    ],
    ["network trouble", state(), closed("network"), "OPENING", "network", ["retry"]],
    ["network trouble that lasts", timedOut, closed("network"), "TIMEOUT", "network", ["retry"]],
    [
      "a minute offline",
      state({ status: "OPENING" }),
      { type: "offline_too_long" },
      "TIMEOUT",
      "network",
      [],
    ],
    ["a restart asked for", state(), closed("restart_required"), "OPENING", null, ["restart"]],
    ["a stuck engine", state(), closed("engine_stuck"), "OPENING", "engine_stuck", ["restart"]],
    ["a refused version", state(), closed("version_refused"), "TIMEOUT", "version_refused", ["retry_slowly"]],
    [
      "a log-out on the phone",
      state(),
      closed("logged_out"),
      "DISCONNECTED",
      "logged_out",
      ["stop", "wipe", "notify"],
    ],
    ["a ban", state(), closed("blocked"), "DISCONNECTED", "blocked", ["stop", "wipe", "notify"]],
    ["another session", state(), closed("replaced"), "DISCONNECTED", "replaced", ["stop", "notify"]],
    [
      "damaged keys",
      state(),
      closed("session_damaged"),
      "DISCONNECTED",
      "session_damaged",
      ["stop", "notify"],
    ],
    [
      "a QR nobody scanned",
      state({ status: "qrcode" }),
      closed("qr_not_scanned"),
      "DISCONNECTED",
      "qr_not_scanned",
      ["stop", "wipe"],
    ],
    ["our own stop", state(), closed("stopped"), "CONNECTED", null, []],
    ["a lost lease", state(), { type: "lease_lost" }, "DISCONNECTED", "lease_lost", ["stop"]],
    ["a lease held elsewhere", state(), { type: "lease_busy" }, "OPENING", "lease_busy", ["retry"]],
    ["a log-out by us", state(), { type: "logged_out_by_user" }, "DISCONNECTED", "by_user", []],
    ["silence", state(), { type: "no_traffic" }, "TIMEOUT", "no_traffic", ["stop", "notify", "retry_slowly"]],
  ] satisfies [string, SessionState, Trigger, string, string | null, Effect[]][])(
    "%s",
    (_name, before, trigger, status, reason, effects) => {
      const step = nextStep(before, trigger);
      expect([step.state.status, step.state.statusReason, step.effects]).toEqual([status, reason, effects]);
    },
  );

  test("a QR code is stored with its number and removed by the next state", () => {
    const shown = nextStep(state({ status: "OPENING" }), { type: "qr", qr: "2@abc", attempt: 2 });
    expect(shown.state).toMatchObject({ status: "qrcode", qrcode: "2@abc", retries: 2 });
    const after: Trigger[] = [{ type: "open", number: null }, { type: "pairing" }, closed("qr_not_scanned")];
    for (const trigger of after)
      expect(nextStep(shown.state, trigger).state).toMatchObject({ qrcode: "", retries: 0 });
  });

  test("each passkey step is a reason of PAIRING, and the first one begins its own time limit", () => {
    const asked = nextStep(state({ status: "qrcode" }), { type: "passkey", step: "passkey_required" });
    expect(asked.state).toMatchObject({ status: "PAIRING", statusReason: "passkey_required", qrcode: "" });
    expect(asked.effects).toEqual(["begin_passkey"]);
    const sent = nextStep(asked.state, { type: "passkey", step: "passkey_answered" });
    expect([sent.state.statusReason, sent.effects]).toEqual(["passkey_answered", []]);
    expect(nextStep(sent.state, { type: "passkey_too_long" }).state.statusReason).toBe("passkey_timeout");
    for (const reason of ["passkey_timeout", "passkey_refused", "passkey_unanswered"] as const) {
      const ended = nextStep(sent.state, closed(reason));
      expect(ended.state).toMatchObject({ status: "DISCONNECTED", statusReason: reason });
      expect(ended.effects).toEqual(["stop", "wipe"]);
    }
  });

  test("a lost socket ends a passkey step, but not a link that the phone has confirmed", () => {
    const confirmed = state({ status: "PAIRING", statusReason: "passkey_confirmed" });
    for (const reason of ["network", "engine_stuck", "restart_required"] as const)
      expect(nextStep(confirmed, closed(reason))).toMatchObject({
        state: { status: "DISCONNECTED", statusReason: "pairing_timeout" },
        effects: ["stop", "wipe"],
      });
    const linked = nextStep(confirmed, { type: "pairing" }).state;
    expect(nextStep(linked, closed("network"))).toMatchObject({
      state: { status: "OPENING" },
      effects: ["retry"],
    });
  });

  test("an open session can be stale: health is independent of the status", () => {
    const stale = nextStep(state(), { type: "no_event_for_long" }).state;
    expect(stale).toMatchObject({ status: "CONNECTED", health: "stale" });
    expect(nextStep(stale, { type: "heard_again" }).state.health).toBe("ok");
    expect(nextStep(stale, { type: "no_traffic" }).state.health).toBe("down");
  });
});

describe("back-off", () => {
  test("the back-off doubles from 2 to 128 seconds and then stays at 300", () => {
    const middle = [0, 1, 2, 3, 4, 5, 6, 7, 8, 50].map((attempt) => backOffMs(attempt, 0.5) / 1000);
    expect(middle).toEqual([2, 4, 8, 16, 32, 64, 128, 300, 300, 300]);
  });

  test("the back-off is randomized by 20 % in both directions", () => {
    expect(backOffMs(0, 0)).toBe(1600);
    expect(backOffMs(0, 0.999999)).toBe(2400);
  });
});
