import { afterEach, expect, test } from "bun:test";
import { bottomInset } from "./toast-region.tsx";

afterEach(() => {
  document.body.replaceChildren();
});

/** A composer whose upper edge is at this vertical position. */
function composer(top: number, height: number): void {
  const element = document.createElement("div");
  element.className = "composer";
  element.getBoundingClientRect = () => ({ top, height }) as DOMRect;
  document.body.append(element);
}

test("toasts on phones are shown above the composer", () => {
  expect(bottomInset(document)).toBe(0);
  composer(0, 0);
  expect(bottomInset(document)).toBe(0);
  composer(globalThis.innerHeight - 96, 96);
  expect(bottomInset(document)).toBe(96);
});
