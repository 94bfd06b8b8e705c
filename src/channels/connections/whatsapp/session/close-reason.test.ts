import { expect, test } from "bun:test";
import { closingOf, type LinkState } from "./close-reason.ts";

const error = (statusCode: number, message = "x") =>
  Object.assign(new Error(message), { output: { statusCode } });

const LINKED: LinkState = { isLinked: true, isProven: true };

test("the network's code is the reason of the end, but an unlinked device is neither logged out nor blocked", () => {
  const reason = (code: number, isLinked = true) => closingOf(error(code), { ...LINKED, isLinked }).reason;
  expect([401, 403, 405, 440, 515].map((code) => reason(code))).toEqual([
    "logged_out",
    "blocked",
    "version_refused",
    "replaced",
    "restart_required",
  ]);
  expect([408, 428, 500, 503].map((code) => reason(code))).toEqual(Array(4).fill("network"));
  expect([401, 403, 440].map((code) => reason(code, false))).toEqual(Array(3).fill("network"));
  expect(reason(405, false)).toBe("version_refused");
});

test("every other error closes as `network` with its message", () => {
  expect(closingOf(new Error("socket hang up"), LINKED)).toEqual({
    reason: "network",
    detail: "socket hang up",
  });
  expect(closingOf(undefined, LINKED)).toEqual({ reason: "network", detail: "closed" });
  expect(closingOf(error(428, "Connection Terminated"), LINKED).detail).toBe("428 Connection Terminated");
});

test("codes received before the server has proved its identity are ignored", () => {
  for (const code of [401, 402, 403, 405, 406, 411, 440, 515]) {
    expect(closingOf(error(code), { ...LINKED, isProven: false }).reason).toBe("network");
  }
});
