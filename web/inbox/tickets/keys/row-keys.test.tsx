import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import {
  clearSelection,
  selectAll,
  selected,
  selectTo,
  toggleRow,
} from "#web/inbox/tickets/bulk/selection.ts";
import { DEFAULT_FILTER } from "#web/inbox/tickets/list/list-filter.ts";
import { TicketList } from "#web/inbox/tickets/list/ticket-list.tsx";
import { lists, tickets } from "#web/inbox/tickets/store.ts";
import { commandMode, endCommandMode, isCommandMissed } from "#web/lib/keyboard/command-mode.ts";
import { addHotkeys, listenHotkeys } from "#web/lib/keyboard/hotkeys.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { rowCursor } from "./use-row-keys.ts";

globalThis.WebSocket = FakeWebSocket as never;
await startPortuguese({ name: "tickets" }, messages);

const FILTER = { ...DEFAULT_FILTER, everybody: true };
/** Newest first: the rows are in the order of their ids. */
const ROWS = [1, 2, 3, 4, 5, 6].map((id) =>
  sampleTicket({ id, uuid: `u${id}`, userId: 1, updatedAt: `2026-01-05T12:00:0${9 - id}.000Z` }),
);
let stop: () => void;
beforeEach(async () => {
  servePage(() => ({ body: { tickets: ROWS, count: 6, hasMore: false } }));
  act(() => session.take({ token: "t", user: { ...sampleUser(), profile: "admin" } as never }));
  act(() => lists.show(FILTER));
  await waitFor(() => expect(lists.current.value?.items.value).toHaveLength(6));
  stop = listenHotkeys();
  render(<TicketList filter={FILTER} onSpy={null} onNew={() => undefined} />);
});
afterEach(() => {
  stop();
  endCommandMode();
  act(() => {
    clearSelection();
    lists.forget();
    tickets.clear();
    session.end();
  });
});

const link = (id: number) => document.querySelector<HTMLElement>(`[data-ticket="${id}"] > .row-link`);
const focused = () =>
  document.activeElement?.closest<HTMLElement>("[data-ticket]")?.dataset["ticket"] ?? null;
const focus = (id: number) => act(() => link(id)?.focus());
/** Removes tickets from the list, as when a user accepts, resolves or moves them. */
const leave = (...ids: number[]) =>
  act(() => {
    for (const id of ids) lists.remove(id);
  });
const ids = () => [...selected.value].sort();
/** Presses a key where the focus is. */
const press = (key: string, more = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }));

describe("focus in the list of tickets", () => {
  test("when several rows leave together, the row below them gets the focus", () => {
    focus(3);
    leave(1, 2, 3);
    expect(focused()).toBe("4");
  });

  test("the row above gets the focus when the last row leaves", () => {
    focus(6);
    leave(6, 5);
    expect(focused()).toBe("4");
  });

  test("a focused row keeps the focus while others leave and arrive", () => {
    focus(4);
    leave(1, 3);
    act(() =>
      lists.place(sampleTicket({ id: 9, uuid: "u9", userId: 1, updatedAt: "2026-01-06T12:00:00.000Z" })),
    );
    expect(focused()).toBe("4");
  });

  test("a row that leaves does not take the focus from another part of the page", () => {
    const field = document.body.appendChild(document.createElement("input"));
    focus(2);
    act(() => field.focus());
    leave(2);
    expect(document.activeElement).toBe(field);
  });

  test("keys after a dialog whose row left act on the row that took its place, none is lost", () => {
    focus(2);
    const dialog = document.body.appendChild(document.createElement("div"));
    dialog.setAttribute("role", "dialog");
    const button = dialog.appendChild(document.createElement("button"));
    act(() => button.focus());
    leave(2);
    expect(document.activeElement).toBe(button);
    dialog.remove();
    expect(focused()).toBeNull();
    press(" ");
    expect([focused(), ids()]).toEqual(["3", [3]]);
    press("ArrowDown", { shiftKey: true });
    expect([focused(), ids()]).toEqual(["4", [3, 4]]);
  });

  test("the keyboard moves off the rows that a run is about to change", () => {
    focus(2);
    act(() => rowCursor.leave((id) => id === 2 || id === 3));
    expect(focused()).toBe("4");
    act(() => rowCursor.leave((id) => id >= 4));
    expect(focused()).toBe("3");
    act(() => rowCursor.leave(() => true));
    expect(focused()).toBe("3");
  });
});

describe("selection in the list of tickets", () => {
  test("a selected ticket that leaves the list leaves the selection, and another list has none", () => {
    act(() => toggleRow(2));
    act(() => toggleRow(3));
    leave(2);
    expect(ids()).toEqual([3]);
    act(() => lists.show({ ...FILTER, view: "waiting" }));
    expect(ids()).toEqual([]);
  });

  test("Shift and an arrow select the row and its neighbour, not what arrived between earlier ones", () => {
    focus(1);
    press("ArrowDown", { shiftKey: true });
    const between = sampleTicket({ id: 9, uuid: "u9", userId: 1, updatedAt: "2026-01-05T12:00:07.500Z" });
    act(() => lists.place(between));
    press("ArrowDown", { shiftKey: true });
    expect(lists.current.value?.ids.value).toEqual([1, 9, 2, 3, 4, 5, 6]);
    expect(ids()).toEqual([1, 2, 3]);
  });

  test("a range whose first row left takes only the pressed row, and does not deselect it", () => {
    act(() => toggleRow(1));
    leave(1);
    act(() => selectTo(3));
    act(() => selectTo(3));
    expect(ids()).toEqual([3]);
  });

  test("a row that is deselected from the whole list is shown as not selected", () => {
    const box = (id: number) =>
      document.querySelector<HTMLInputElement>(`[data-ticket="${id}"] [type=checkbox]`);
    act(() => selectAll());
    expect(box(2)?.checked).toBe(true);
    focus(2);
    press(" ");
    expect([box(1)?.checked, box(2)?.checked]).toEqual([true, false]);
  });
});

test("a command whose row left between F2 and the letter is not run on the row that took its place", () => {
  const ran: string[] = [];
  const run = () => void ran.push(focused() ?? "none");
  const remove = addHotkeys({
    id: "commands",
    title: () => "Commands",
    keys: [{ keys: "a", acts: "command", describe: () => "Accept", run }],
  });
  isCommandMissed.value = false;
  focus(2);
  press("F2");
  leave(2);
  expect([commandMode.value, focused()]).toEqual([true, "3"]);
  press("a");
  expect([ran, isCommandMissed.value, commandMode.value]).toEqual([[], true, false]);
  press("F2");
  press("a");
  expect(ran).toEqual(["3"]);
  remove();
});
