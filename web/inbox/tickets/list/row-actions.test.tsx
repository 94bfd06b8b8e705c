import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { RowActions } from "./row-actions.tsx";

await startPortuguese({ name: "tickets" });
const matchMedia = globalThis.matchMedia;
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => {
  act(() => session.end());
  globalThis.matchMedia = matchMedia;
});

/** The buttons of an open ticket's row on a phone or desktop, with an undo window of `undoCloseSeconds`. */
function buttons(isPhone: boolean, undoCloseSeconds: string) {
  globalThis.matchMedia = ((query: string) => ({
    matches: isPhone && query.includes("width < 600px"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
  const user = sampleUser();
  const settings = [{ key: "undoCloseSeconds", value: undoCloseSeconds }];
  act(() => session.take({ token: "t", user: { ...user, company: { ...user.company, settings } } as never }));
  const { container } = render(<RowActions ticket={sampleTicket({ userId: user.id })} isCurrent />);
  return [...container.querySelectorAll("button")].map(({ textContent }) => textContent);
}

test("a phone shows 'Resolver' on rows only where a close can be undone; a desktop always", () => {
  expect(buttons(true, "5")).toEqual(["Resolver"]);
  expect(buttons(true, "0")).toEqual([]);
  expect(buttons(false, "0")).toEqual(["Resolver"]);
});
