import { expect, test } from "bun:test";
import { contentsOf } from "./translate-content.ts";

const UNSUPPORTED = [{ type: "unsupported", kind: "unsupported" }];

test("a message of a page with content of an unknown kind is shown as unsupported", () => {
  expect(contentsOf({ mid: "m1", is_unsupported: true })).toEqual(UNSUPPORTED as never);
  expect(contentsOf({ mid: "m1", hologram: { id: "1" } })).toEqual(UNSUPPORTED as never);
});

test("a message of a page without any content is empty", () => {
  expect(contentsOf({ mid: "m1", is_echo: true, app_id: 1, metadata: "x" })).toEqual([]);
});

test("text and files of a page are what they are, whatever stands beside them", () => {
  expect(contentsOf({ mid: "m1", text: "oi", hologram: {} })).toEqual([{ type: "text", text: "oi" }]);
});
