import { afterEach, beforeEach, expect, test } from "bun:test";
import { cleanup, render, screen } from "@testing-library/react";
import type { SessionAnswer } from "#accounts/auth/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { firstStepsTexts } from "./locales/index.ts";
import { ShowFirstSteps } from "./show-again.tsx";

await startPortuguese(firstStepsTexts);

beforeEach(() => {
  globalThis.WebSocket = class {
    send() {}
    close() {}
  } as never;
});
afterEach(() => {
  cleanup();
  session.end();
});

/** The page of an admin with this state of the first steps; undefined: a user without access to them. */
function enter(firstSteps: string | undefined) {
  servePage(() => ({ body: { steps: [], state: "shown" } }));
  const user = sampleUser({ profile: "admin" });
  const settings = firstSteps === undefined ? [] : [{ key: "firstSteps", value: firstSteps }];
  session.take({
    token: "token",
    user: { ...user, company: { ...user.company, settings } },
  } as SessionAnswer);
  render(<ShowFirstSteps />);
}
const offered = () => screen.queryByRole("button", { name: "Mostrar os primeiros passos" });

test("users with permission can show the first steps until all are completed", () => {
  for (const [state, isOffered] of [
    ["shown", true],
    ["hidden", true],
    ["done", false],
    [undefined, false],
  ] as const) {
    enter(state);
    expect([state, offered() !== null]).toEqual([state, isOffered]);
    cleanup();
    session.end();
  }
});
