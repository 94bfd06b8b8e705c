import { expect, test } from "bun:test";
import { contentsOf } from "./translate-content.ts";

const UNSUPPORTED = [{ type: "unsupported", kind: "unsupported" }];

test("a page message with unknown content is shown as unsupported", () => {
  expect(contentsOf({ mid: "m1", is_unsupported: true })).toEqual(UNSUPPORTED as never);
  expect(contentsOf({ mid: "m1", hologram: { id: "1" } })).toEqual(UNSUPPORTED as never);
});

test("a page message without content is empty", () => {
  expect(contentsOf({ mid: "m1", is_echo: true, app_id: 1, metadata: "x" })).toEqual([]);
});

test("text and files of a page message are translated regardless of additional fields", () => {
  expect(contentsOf({ mid: "m1", text: "oi", hologram: {} })).toEqual([{ type: "text", text: "oi" }]);
});
