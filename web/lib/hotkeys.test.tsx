import { afterEach, expect, test } from "bun:test";
import { fireEvent, render } from "@testing-library/react";
import { addHotkeys, hotkeyGroups, keyNames, listenHotkeys } from "./hotkeys.ts";
import { useHotkeys } from "./use-hotkeys.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function inForce(...keys: readonly string[]) {
  const pressed: string[] = [];
  stops.push(
    listenHotkeys(),
    addHotkeys({
      id: "page",
      title: () => "Page",
      keys: keys.map((each) => ({ keys: each, describe: () => each, run: () => pressed.push(each) })),
    }),
  );
  return pressed;
}

test("a letter runs its action, but not while somebody types", () => {
  const pressed = inForce("j");
  fireEvent.keyDown(document.body, { key: "j" });
  const field = document.body.appendChild(document.createElement("textarea"));
  fireEvent.keyDown(field, { key: "j" });
  expect(pressed).toEqual(["j"]);
});

test("a letter is the same with Caps Lock on, and another one with Shift", () => {
  const pressed = inForce("j");
  fireEvent.keyDown(document.body, { key: "J" });
  fireEvent.keyDown(document.body, { key: "J", shiftKey: true });
  expect(pressed).toEqual(["j"]);
});

function Page({ isOpen }: { readonly isOpen: boolean }) {
  useHotkeys({
    id: "page",
    title: () => "Page",
    keys: [{ keys: "a", describe: () => "a", run: () => undefined, applies: () => isOpen }],
  });
  return null;
}

test("whether an action applies is asked of what is drawn now", () => {
  const { rerender } = render(<Page isOpen={false} />);
  const applies = () => hotkeyGroups.value.at(-1)?.keys[0]?.applies?.();
  expect(applies()).toBe(false);
  rerender(<Page isOpen />);
  expect(applies()).toBe(true);
});

test("Ctrl and a letter work in fields too, and the bare letter does not", () => {
  const pressed = inForce("mod+k");
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "k" });
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  fireEvent.keyDown(field, { key: "k", metaKey: true });
  expect(pressed).toEqual(["mod+k", "mod+k"]);
});

test("Esc leaves a field, after which the letters are heard again; one that something else closed keeps its place", () => {
  const pressed = inForce("j");
  const field = document.body.appendChild(document.createElement("input"));
  const stays = (event: Event) => event.preventDefault();
  field.focus();
  field.addEventListener("keydown", stays);
  fireEvent.keyDown(field, { key: "Escape" });
  expect(document.activeElement === field).toBe(true);
  field.removeEventListener("keydown", stays);
  fireEvent.keyDown(field, { key: "Escape" });
  expect(document.activeElement === field).toBe(false);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "j" });
  expect(pressed).toEqual(["j"]);
});

test("two keys one after the other go to a page", () => {
  const pressed = inForce("g t", "t");
  fireEvent.keyDown(document.body, { key: "g" });
  fireEvent.keyDown(document.body, { key: "t" });
  fireEvent.keyDown(document.body, { key: "t" });
  expect(pressed).toEqual(["g t", "t"]);
});

test("an open dialog has the keyboard for itself", () => {
  const pressed = inForce("e");
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  fireEvent.keyDown(document.body, { key: "e" });
  expect(pressed).toEqual([]);
});

test("a page that is left takes its shortcuts with it", () => {
  const before = hotkeyGroups.value.length;
  const remove = addHotkeys({ id: "x", title: () => "x", keys: [] });
  expect(hotkeyGroups.value).toHaveLength(before + 1);
  remove();
  expect(hotkeyGroups.value).toHaveLength(before);
});

test("keys are named as they stand on the keyboard", () => {
  expect("mod+f Escape j".split(" ").map(keyNames)).toEqual([["Ctrl", "f"], ["Esc"], ["j"]]);
});
