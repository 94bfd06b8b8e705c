import { expect, test } from "bun:test";
import { columns, observeColumns } from "#web/inbox/tickets/layout-columns.ts";
import { isDrawerOpen, toggleDrawer } from "./drawer-state.ts";

/** Simulates the browser's size observer; `resize` reports a width. */
let resize: (width: number) => void = () => undefined;
globalThis.ResizeObserver = class {
  constructor(heard: ResizeObserverCallback) {
    resize = (width) =>
      heard([{ contentRect: { width } } as ResizeObserverEntry], this as unknown as ResizeObserver);
  }
  observe() {}
  unobserve() {}
  disconnect() {}
};
observeColumns(document.body);

test("the ticket page shows one to three columns, depending on its width", () => {
  const shown = [1240, 1239, 620, 619, 390].map((width) => {
    resize(width);
    return columns.value;
  });
  expect(shown).toEqual([3, 2, 2, 1, 1]);
});

test("the contact panel is open where three columns fit, until the user closes it", () => {
  resize(1300);
  expect([isDrawerOpen(1), isDrawerOpen(2)]).toEqual([true, true]);
  toggleDrawer(1);
  expect([isDrawerOpen(1), isDrawerOpen(2)]).toEqual([false, false]);
  toggleDrawer(1);
  expect(isDrawerOpen(2)).toBe(true);
});

test("a contact panel that would cover the conversation opens only on request, and closes with its ticket", () => {
  resize(1040);
  expect(isDrawerOpen(1)).toBe(false);
  toggleDrawer(1);
  expect([isDrawerOpen(1), isDrawerOpen(2)]).toEqual([true, false]);
  toggleDrawer(1);
  expect(isDrawerOpen(1)).toBe(false);
});
