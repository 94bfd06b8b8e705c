import { describe, expect, test } from "bun:test";
import { isPrintable, nameOf, type Press, rule, type Situation } from "./policy.ts";

const plain: Press = {
  key: "a",
  ctrl: false,
  meta: false,
  alt: false,
  shift: false,
  altGraph: false,
  composing: false,
  repeat: false,
};
const idle: Situation = {
  focus: "list",
  pressable: false,
  choosesByLetters: false,
  layer: false,
  layerOpening: false,
  writing: "none",
  commanding: false,
  singleKeys: true,
  sinceTyped: null,
};
const press = (key: string, more: Partial<Press> = {}): Press => ({ ...plain, key, ...more });
const ruled = (key: string, more: Partial<Situation> = {}, how: Partial<Press> = {}) =>
  rule(press(key, how), { ...idle, ...more });
const TEXT = ["Oi, pode ser", "e aí, tudo bem? abraço", "@Bru"].join("");

describe("a printable key", () => {
  test("a printable key typed while a conversation is open for writing is text for its composer, wherever the focus is", () => {
    for (const focus of ["list", "elsewhere"] as const)
      for (const key of TEXT) expect(ruled(key, { writing: "open", focus })).toEqual({ kind: "write" });
  });

  test("a printable key is kept for the composer while the conversation loads", () => {
    for (const key of TEXT) expect(ruled(key, { writing: "opening" })).toEqual({ kind: "keep" });
  });

  test("a printable key is handled by the text box that has the focus", () => {
    for (const writing of ["open", "opening", "none"] as const)
      for (const key of TEXT) expect(ruled(key, { focus: "field", writing })).toEqual({ kind: "leave" });
  });

  test("a printable key does nothing in a dialog or menu", () => {
    for (const writing of ["open", "none"] as const)
      for (const key of TEXT) expect(ruled(key, { layer: true, writing })).toEqual({ kind: "leave" });
  });

  test("a printable key may run only a shortcut that changes nothing, and only while no text can be written", () => {
    for (const key of TEXT) {
      const ruling = ruled(key);
      if (ruling.kind === "shortcut") expect(ruling.acts).toEqual(["free"]);
    }
    expect(ruled("j")).toEqual({ kind: "shortcut", name: "j", acts: ["free"] });
    expect(ruled("j", { focus: "elsewhere" })).toEqual({ kind: "leave" });
    expect(ruled("j", { singleKeys: false })).toEqual({ kind: "leave" });
  });

  test("a printable key with AltGr is text, and with Ctrl or ⌘ it is not", () => {
    expect(isPrintable(press("@", { ctrl: true, alt: true, altGraph: true }))).toBe(true);
    expect(isPrintable(press("k", { ctrl: true }))).toBe(false);
    expect(isPrintable(press("k", { meta: true }))).toBe(false);
    expect(isPrintable(press("Dead"))).toBe(true);
    expect(isPrintable(press("Enter"))).toBe(false);
  });
});

describe("Space and Enter", () => {
  test("Space and Enter press no button within two seconds of typed text", () => {
    const soon = { pressable: true, sinceTyped: 1_999 };
    expect(ruled(" ", soon)).toEqual({ kind: "swallow" });
    expect(ruled("Enter", soon)).toEqual({ kind: "swallow" });
    expect(ruled(" ", { ...soon, layer: true })).toEqual({ kind: "swallow" });
  });

  test("Space within typed text is text of the conversation, also while a button has the focus", () => {
    const soon = { pressable: true, sinceTyped: 100, focus: "elsewhere" } as const;
    expect(ruled(" ", { ...soon, writing: "open" })).toEqual({ kind: "write" });
    expect(ruled(" ", { ...soon, writing: "opening" })).toEqual({ kind: "keep" });
  });

  test("Space and Enter press the focused button at any other time", () => {
    for (const sinceTyped of [null, 2_000])
      for (const key of [" ", "Enter"])
        expect(ruled(key, { pressable: true, sinceTyped, writing: "open" })).toEqual({ kind: "leave" });
  });

  test("Ctrl+Enter presses the focused button also right after typed text", () => {
    const soon = { pressable: true, sinceTyped: 100, layer: true };
    expect(ruled("Enter", soon, { ctrl: true }).kind).not.toBe("swallow");
  });

  test("Enter confirms the item that a menu selected by its first letters", () => {
    const menu = { pressable: true, sinceTyped: 100, layer: true, choosesByLetters: true };
    expect(ruled("Enter", menu)).toEqual({ kind: "leave" });
    expect(ruled(" ", menu)).toEqual({ kind: "swallow" });
  });
});

describe("command mode", () => {
  test("command mode starts with F2 and with Ctrl or ⌘ and a slash, also in a text box, but not over a dialog", () => {
    expect(ruled("F2", { focus: "field", writing: "open" })).toEqual({ kind: "startCommand" });
    expect(ruled("/", { focus: "field" }, { ctrl: true })).toEqual({ kind: "startCommand" });
    expect(ruled("/", {}, { meta: true })).toEqual({ kind: "startCommand" });
    expect(ruled("F2", { layer: true })).toEqual({ kind: "leave" });
  });

  test("command mode handles the next key as a command, even while text can be written", () => {
    const ruling = ruled("e", { commanding: true, writing: "open", focus: "field" });
    expect(ruling).toEqual({ kind: "shortcut", name: "e", acts: ["free", "command"] });
    expect(ruled("Shift", { commanding: true })).toEqual({ kind: "leave" });
    expect(ruled("e", { commanding: true }, { repeat: true })).toEqual({ kind: "leave" });
  });
});

describe("a key combination", () => {
  test("a key combination is active in text boxes, too", () => {
    const ruling = ruled("k", { focus: "field", writing: "open" }, { ctrl: true });
    expect(ruling).toEqual({ kind: "shortcut", name: "mod+k", acts: ["chord"] });
    expect(ruled("ArrowDown", { focus: "field" }, { alt: true })).toMatchObject({ name: "alt+ArrowDown" });
  });

  test("Esc is handled by the open text box or dialog", () => {
    expect(ruled("Escape", { focus: "field" })).toEqual({ kind: "leave" });
    expect(ruled("Escape", { layer: true })).toEqual({ kind: "leave" });
    expect(ruled("Escape")).toMatchObject({ kind: "shortcut", acts: ["chord"] });
  });

  test("the name of a letter does not depend on Caps Lock", () => {
    expect(nameOf(press("J"))).toBe("j");
    expect(nameOf(press("e", { shift: true }))).toBe("E");
    expect(nameOf(press("K", { ctrl: true }))).toBe("mod+k");
  });
});

test("while a dialog is being opened, characters are kept for it and Enter has no effect", () => {
  for (const focus of ["field", "list", "elsewhere"] as const) {
    const opening = { focus, layerOpening: true, writing: "open" } as const;
    for (const key of TEXT) expect(ruled(key, opening)).toEqual({ kind: "keepForLayer" });
    for (const key of ["Enter", "Backspace", "Tab"]) expect(ruled(key, opening)).toEqual({ kind: "swallow" });
    expect(ruled("Escape", opening)).toEqual({ kind: "leave" });
  }
});

test("while a conversation is requested, characters are kept for it and Enter has no effect", () => {
  for (const focus of ["field", "list", "elsewhere"] as const)
    for (const layer of [true, false]) {
      const asked = { focus, layer, writing: "asked" } as const;
      for (const key of TEXT) expect(ruled(key, asked)).toEqual({ kind: "keep" });
      for (const key of ["Enter", "Backspace"]) expect(ruled(key, asked)).toEqual({ kind: "swallow" });
      expect(ruled("Escape", asked)).toEqual({ kind: "leave" });
    }
});
