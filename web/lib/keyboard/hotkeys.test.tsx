import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { fireEvent, render } from "@testing-library/react";
import { awaitComposer, composerState, registerComposer, showConversation } from "./active-composer.ts";
import { commandMode, endCommandMode } from "./command-mode.ts";
import { addHotkeys, hotkeyGroups, keyNames, listenHotkeys } from "./hotkeys.ts";
import { setKeyboardHome } from "./keyboard-home.ts";
import { awaitLayer, isLayerOpening } from "./opening-layer.ts";
import type { Acts } from "./policy.ts";
import { useHotkeys } from "./use-hotkeys.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  endCommandMode();
  for (const stop of stops.splice(0)) stop();
  document.body.replaceChildren();
});

function inForce(...keys: readonly (readonly [string, Acts])[]) {
  const pressed: string[] = [];
  stops.push(
    listenHotkeys(),
    addHotkeys({
      id: "page",
      title: () => "Page",
      keys: keys.map(([name, acts]) => ({
        keys: name,
        acts,
        describe: () => name,
        run: () => pressed.push(name),
      })),
    }),
  );
  return pressed;
}

function draw<Tag extends "textarea" | "button" | "input">(tag: Tag) {
  return document.body.appendChild(document.createElement(tag));
}

test("a single letter runs its shortcut while no text can be written, but not in a text box", () => {
  const pressed = inForce(["j", "free"]);
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(draw("textarea"), { key: "j" });
  expect(pressed).toEqual(["j"]);
});

test("a letter whose shortcut changes a ticket runs it in command mode only, once", () => {
  const pressed = inForce(["e", "command"]);
  fireEvent.keyDown(document.body, { key: "e" });
  expect(pressed).toEqual([]);
  const field = draw("textarea");
  field.focus();
  fireEvent.keyDown(field, { key: "F2" });
  expect(commandMode.value).toBe(true);
  fireEvent.keyDown(field, { key: "e" });
  fireEvent.keyDown(field, { key: "e" });
  expect(pressed).toEqual(["e"]);
  expect([commandMode.value, document.activeElement === field]).toEqual([false, true]);
});

test("Esc and an unknown key end command mode without effect", () => {
  const pressed = inForce(["e", "command"], ["Escape", "chord"]);
  for (const key of ["Escape", "ç"]) {
    fireEvent.keyDown(document.body, { key: "F2" });
    fireEvent.keyDown(document.body, { key });
    expect(commandMode.value).toBe(false);
  }
  expect(pressed).toEqual([]);
});

test("while a conversation is open for writing, a letter moves the focus into its composer and runs no shortcut", () => {
  const pressed = inForce(["j", "free"], ["e", "command"]);
  const field = draw("textarea");
  const focus = () => field.focus();
  stops.push(registerComposer({ focus, insert: () => undefined, element: () => field }));
  expect(fireEvent.keyDown(document.body, { key: "j" })).toBe(true);
  expect(document.activeElement === field).toBe(true);
  field.blur();
  fireEvent.keyDown(draw("button"), { key: "e" });
  expect([document.activeElement === field, pressed]).toEqual([true, []]);
});

describe("letters typed while a conversation opens", () => {
  const inserted: string[] = [];
  const type = (text: string) => {
    for (const key of text) fireEvent.keyDown(document.body, { key });
  };
  const register = () => {
    const insert = (text: string) => inserted.push(text);
    stops.push(registerComposer({ focus: () => undefined, insert, element: () => null }));
  };
  const goTo = (path: string) => globalThis.history.replaceState(null, "", path);
  beforeEach(() => {
    jest.useFakeTimers();
    inserted.length = 0;
    goTo("/tickets/a");
  });
  afterEach(() => {
    jest.runAllTimers();
    jest.useRealTimers();
    goTo("/");
  });

  test("letters typed while it loads are inserted into its composer", () => {
    const pressed = inForce(["j", "free"]);
    const stopWaiting = awaitComposer();
    type("já vou");
    stopWaiting();
    register();
    expect([inserted, pressed]).toEqual([["já vou"], []]);
  });

  test("letters typed between its placeholder and a composer that appears later are kept, too", () => {
    const pressed = inForce(["j", "free"]);
    const stopWaiting = awaitComposer();
    type("já");
    stopWaiting();
    jest.advanceTimersByTime(100);
    type(" j");
    const stopAgain = awaitComposer();
    type("á");
    stopAgain();
    jest.advanceTimersByTime(100);
    register();
    expect([inserted, pressed]).toEqual([["já já"], []]);
  });

  test("letters typed for one conversation never reach another one, whether that is loaded or loads, too", () => {
    inForce();
    const stopWaiting = awaitComposer();
    type("segredo da Ana");
    goTo("/tickets/b");
    stopWaiting();
    register();
    expect(inserted).toEqual([]);
    for (const stop of stops.splice(0)) stop();

    inForce();
    const stopB = awaitComposer();
    type("para b");
    goTo("/tickets/c");
    type("oi");
    stopB();
    register();
    expect(inserted).toEqual(["oi"]);
  });

  test("letters typed between the press on a ticket and the first render are kept, and free letters act in a read-only one", () => {
    const pressed = inForce(["j", "free"]);
    type("j");
    const hide = showConversation();
    const stopWaiting = awaitComposer();
    type("á");
    stopWaiting();
    register();
    expect([inserted, pressed]).toEqual([["já"], []]);
    for (const stop of stops.splice(0)) stop();
    const later = inForce(["j", "free"]);
    type("j");
    expect(later).toEqual(["j"]);
    hide();
  });

  test("letters typed into a read-only conversation do not appear when it is opened again", () => {
    inForce();
    const stopWaiting = awaitComposer();
    type("oi");
    stopWaiting();
    jest.advanceTimersByTime(1000);
    goTo("/tickets");
    expect(composerState()).toBe("none");
    goTo("/tickets/a");
    const stopAgain = awaitComposer();
    stopAgain();
    register();
    expect(inserted).toEqual([]);
  });
});

test("letters typed while a part of the page loads are put into the composer when that part is no dialog", async () => {
  inForce();
  const inserted: string[] = [];
  const insert = (text: string) => inserted.push(text);
  stops.push(registerComposer({ focus: () => undefined, insert, element: () => null }));
  const layer = awaitLayer();
  for (const key of "já") fireEvent.keyDown(document.body, { key });
  layer.arrived();
  while (isLayerOpening()) await new Promise(requestAnimationFrame);
  expect(inserted).toEqual(["já"]);
});

test("letters typed for a dialog that is loading choose from the list of choices that it focuses", async () => {
  inForce();
  const layer = awaitLayer();
  for (const key of "Orç") fireEvent.keyDown(document.body, { key });
  const list = draw("button");
  list.setAttribute("aria-haspopup", "listbox");
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  dialog.append(list);
  const chosen: string[] = [];
  list.addEventListener("keydown", ({ key }) => chosen.push(key));
  list.focus();
  layer.arrived();
  while (isLayerOpening()) await new Promise(requestAnimationFrame);
  expect(chosen.join("")).toBe("Orç");
});

test("a press while nothing has the focus goes to the home of the keyboard, but not past a dialog", () => {
  inForce();
  const row = draw("button");
  const pressed: string[] = [];
  row.addEventListener("keydown", (event) => {
    pressed.push(event.key);
    event.preventDefault();
  });
  stops.push(setKeyboardHome(() => row));
  expect(fireEvent.keyDown(document.body, { key: "ArrowDown" })).toBe(false);
  expect([pressed, document.activeElement === row]).toEqual([["ArrowDown"], true]);
  row.blur();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  expect(fireEvent.keyDown(document.body, { key: "ArrowDown" })).toBe(true);
  expect(pressed).toEqual(["ArrowDown"]);
});

test("a Space that belongs to typed text does not press the focused button, not even when it is released", () => {
  inForce();
  const button = draw("button");
  fireEvent.keyDown(button, { key: "i" });
  expect(fireEvent.keyDown(button, { key: " " })).toBe(false);
  expect(fireEvent.keyUp(button, { key: " " })).toBe(false);
  fireEvent.keyDown(button, { key: "Tab" });
  expect(fireEvent.keyDown(button, { key: " " })).toBe(true);
});

function Page({ isOpen }: { readonly isOpen: boolean }) {
  useHotkeys({
    id: "page",
    title: () => "Page",
    keys: [{ keys: "a", acts: "command", describe: () => "a", run: () => undefined, applies: () => isOpen }],
  });
  return null;
}

test("whether a shortcut applies is determined by the latest render", () => {
  const { rerender, unmount } = render(<Page isOpen={false} />);
  const applies = () => hotkeyGroups.value.at(-1)?.keys[0]?.applies?.();
  expect(applies()).toBe(false);
  rerender(<Page isOpen />);
  expect(applies()).toBe(true);
  unmount();
});

test("Ctrl and a letter run their shortcut in text boxes, too, and the letter alone does not", () => {
  const pressed = inForce(["mod+k", "chord"]);
  const field = draw("input");
  fireEvent.keyDown(field, { key: "k" });
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  fireEvent.keyDown(field, { key: "k", metaKey: true });
  expect(pressed).toEqual(["mod+k", "mod+k"]);
});

test("Esc in a text box keeps the focus there", () => {
  const pressed = inForce(["Escape", "chord"]);
  const field = draw("input");
  field.focus();
  fireEvent.keyDown(field, { key: "Escape" });
  expect([document.activeElement === field, pressed]).toEqual([true, []]);
});

test("a sequence of two keys opens a page", () => {
  const pressed = inForce(["g t", "free"], ["t", "free"]);
  fireEvent.keyDown(document.body, { key: "g" });
  fireEvent.keyDown(document.body, { key: "t" });
  fireEvent.keyDown(document.body, { key: "t" });
  expect(pressed).toEqual(["g t", "t"]);
});

test("a sequence of two keys works in command mode", () => {
  const pressed = inForce(["g t", "free"], ["t", "command"]);
  const field = draw("textarea");
  for (const key of ["F2", "g", "t"]) fireEvent.keyDown(field, { key });
  expect([pressed, commandMode.value]).toEqual([["g t"], false]);
});

test("no single letter runs a shortcut while a dialog is open", () => {
  const pressed = inForce(["j", "free"]);
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  fireEvent.keyDown(document.body, { key: "j" });
  expect(pressed).toEqual([]);
});

test("the shortcuts of a page are removed when it is closed", () => {
  const before = hotkeyGroups.value.length;
  const remove = addHotkeys({ id: "x", title: () => "x", keys: [] });
  expect(hotkeyGroups.value).toHaveLength(before + 1);
  remove();
  expect(hotkeyGroups.value).toHaveLength(before);
});

test("keys are named as printed on the keyboard", () => {
  expect("mod+f Escape j E".split(" ").map(keyNames)).toEqual([
    ["Ctrl", "f"],
    ["Esc"],
    ["j"],
    ["Shift", "e"],
  ]);
});
