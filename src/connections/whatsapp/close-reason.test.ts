import { expect, test } from "bun:test";
import { closingOf } from "./close-reason.ts";

const error = (statusCode: number, message = "x") =>
  Object.assign(new Error(message), { output: { statusCode } });

test("what the network says decides, as far as there is a link it can speak of", () => {
  const reason = (code: number, linked = true) => closingOf(error(code), linked).reason;
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

test("anything else is trouble that may pass, in its own words", () => {
  expect(closingOf(new Error("socket hang up"), true)).toEqual({
    reason: "network",
    detail: "socket hang up",
  });
  expect(closingOf(undefined, true)).toEqual({ reason: "network", detail: "closed" });
  expect(closingOf(error(428, "Connection Terminated"), true).detail).toBe("428 Connection Terminated");
});
