import { expect, test } from "bun:test";
import { failureText } from "./failure-text.ts";

test("a failed delivery shows its reason as text, with the external system's error unchanged", () => {
  const t = ((key: string) => key) as never;
  expect(failureText(t, "not_allowed: inside.example")).toBe("failure.not_allowed");
  expect(failureText(t, "answered 502")).toBe("failure.answered");
  expect(failureText(t, "Invalid JWT Signature.")).toBe("Invalid JWT Signature.");
});
