import { expect, test } from "bun:test";
import { columns, observeColumns } from "#web/inbox/tickets/layout-columns.ts";
import { isDrawerOpen, toggleDrawer } from "./drawer-state.ts";

/** Stands where the browser measures; `resize` is what it would say. */
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

test("list or conversation is shown alone where the menu leaves no space for both", () => {
  const shown = [1240, 1239, 620, 619, 390].map((width) => {
    resize(width);
    return columns.value;
  });
  expect(shown).toEqual([3, 2, 2, 1, 1]);
});

test("the contact is shown beside the conversation where three columns fit, until it is closed", () => {
  resize(1300);
  expect([isDrawerOpen(1), isDrawerOpen(2)]).toEqual([true, true]);
  toggleDrawer(1);
  expect([isDrawerOpen(1), isDrawerOpen(2)]).toEqual([false, false]);
  toggleDrawer(1);
  expect(isDrawerOpen(2)).toBe(true);
});

test("where it would cover the conversation the contact opens on request, and closes with its ticket", () => {
  resize(1040);
  expect(isDrawerOpen(1)).toBe(false);
  toggleDrawer(1);
  expect([isDrawerOpen(1), isDrawerOpen(2)]).toEqual([true, false]);
  toggleDrawer(1);
  expect(isDrawerOpen(1)).toBe(false);
});
