import { afterEach, beforeEach, expect, test } from "bun:test";
import { fireEvent } from "@testing-library/react";
import { composerState, registerComposer, showConversation, whileAsking } from "./active-composer.ts";
import { listenHotkeys } from "./hotkeys.ts";
import { awaitLayer, isLayerOpening } from "./opening-layer.ts";

/** Texts inserted into each composer. */
let inserted: Record<string, string> = {};
const stops: (() => void)[] = [];
const goTo = (path: string) => globalThis.history.replaceState(null, "", path);
const type = (text: string, target: Element = document.body) =>
  [...text].map((key) => fireEvent.keyDown(target, { key }));
const keep = (stop: () => void) => {
  stops.push(stop);
  return stop;
};
const register = (name: string) =>
  keep(
    registerComposer({
      focus: () => undefined,
      insert: (text) => {
        inserted[name] = (inserted[name] ?? "") + text;
      },
      element: () => null,
    }),
  );
function draw(html: string): HTMLElement {
  document.body.insertAdjacentHTML("beforeend", html);
  return document.body.lastElementChild as HTMLElement;
}

beforeEach(() => {
  inserted = {};
  goTo("/tickets/a");
  stops.push(listenHotkeys());
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.body.replaceChildren();
  goTo("/");
});

test("letters typed while a conversation is requested become its text, not that of the open one", async () => {
  keep(showConversation());
  const leaveA = register("a");
  const answer = Promise.withResolvers<void>();
  const asking = whileAsking(async (opened) => {
    await answer.promise;
    goTo("/tickets/b");
    opened("b");
  });
  const field = draw("<textarea></textarea>");
  expect(type("e ai", field)).toEqual([false, false, false, false]);
  expect(type("", field).concat(fireEvent.keyDown(field, { key: "Enter" }))).toEqual([false]);
  // The composer of the open conversation is registered again, for example by a change of its ticket.
  leaveA();
  const leaveAgain = register("a");
  answer.resolve();
  await asking;
  type(", tudo");
  leaveAgain();
  register("b");
  expect(inserted).toEqual({ b: "e ai, tudo" });
});

test("letters typed while a ticket on screen is taken over or reopened are in the composer that appears", async () => {
  keep(showConversation());
  await whileAsking(async (opened) => {
    type("oi");
    opened("a");
  });
  register("late");
  await whileAsking(async (opened) => {
    type("!");
    opened("a");
  });
  expect(inserted).toEqual({ late: "oi!" });
});

test("letters typed for a conversation that did not open are dropped, and the keyboard is free again", async () => {
  keep(showConversation());
  register("a");
  await whileAsking(async () => void type("segredo"));
  expect(composerState()).toBe("open");
  const failing = whileAsking(async () => {
    type("segredo");
    throw new Error("409");
  });
  expect(await failing.catch((error: Error) => error.message)).toBe("409");
  expect([composerState(), inserted]).toEqual(["open", {}]);
});

test("typed letters go to the conversation requested last, whichever answer arrives first", async () => {
  goTo("/contacts");
  const first = Promise.withResolvers<void>();
  const earlier = whileAsking(async (opened) => {
    await first.promise;
    goTo("/tickets/b");
    opened("b");
  });
  type("para b");
  const second = Promise.withResolvers<void>();
  const later = whileAsking(async (opened) => {
    await second.promise;
    goTo("/tickets/c");
    opened("c");
  });
  type("para c");
  first.resolve();
  await earlier;
  const leaveB = register("b");
  leaveB();
  second.resolve();
  await later;
  register("c");
  expect(inserted).toEqual({ c: "para c" });
});

test.each(["button", "input"])(
  "a letter typed into the %s of a dialog that fades out goes to the composer",
  (tag) => {
    keep(showConversation());
    const field = draw("<textarea></textarea>");
    keep(registerComposer({ focus: () => field.focus(), insert: () => undefined, element: () => null }));
    const dialog = draw(`<div data-exiting="true"><section role="dialog"><${tag}></${tag}></section></div>`);
    const inside = dialog.querySelector<HTMLElement>(tag);
    inside?.focus();
    expect(type("e", inside ?? dialog)).toEqual([true]);
    expect(document.activeElement === field).toBe(true);
  },
);

test("letters typed while a part loads that opens a conversation and disappears are text of that conversation", () => {
  goTo("/contacts");
  const part = awaitLayer();
  type("e ai");
  part.arrived();
  goTo("/tickets/b");
  part.cancelled();
  register("b");
  expect([inserted, isLayerOpening()]).toEqual([{ b: "e ai" }, false]);
});

test("letters typed for a dialog that is closed at once never reach the composer below", () => {
  keep(showConversation());
  register("a");
  const dialog = awaitLayer();
  type("segredo");
  dialog.arrived();
  dialog.cancelled();
  expect([inserted, isLayerOpening()]).toEqual([{}, false]);
});
