import { afterEach, expect, test } from "bun:test";
import type { SessionAnswer } from "#accounts/auth/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { tellLastStep } from "./farewell.ts";
import { firstStepsTexts } from "./locales/index.ts";

await startPortuguese(firstStepsTexts);
globalThis.WebSocket = class {
  send() {}
  close() {}
} as never;

afterEach(() => {
  toasts.closeAll();
  document.body.replaceChildren();
  session.end();
});

/** Broadcasts a series of states of the first steps to an admin. */
async function told(...states: readonly string[]): Promise<readonly string[]> {
  const user = sampleUser({ profile: "admin" });
  const stop = tellLastStep();
  for (const value of states) {
    const settings = [{ key: "firstSteps", value }];
    session.take({
      token: "token",
      user: { ...user, company: { ...user.company, settings } },
    } as unknown as SessionAnswer);
    await settle();
  }
  stop();
  return toasts.list.peek().map(({ text }) => text);
}

test("the completion of the last first step outside the panel shows one toast", async () => {
  expect(await told("shown", "done", "done")).toEqual([expect.stringMatching(/^Tudo pronto! /)]);
});

test("no toast is shown for hidden first steps, earlier completion, or completion in the panel", async () => {
  expect(await told("hidden", "done")).toEqual([]);
  expect(await told("done")).toEqual([]);
  const panel = document.createElement("section");
  panel.className = "first-steps";
  document.body.append(panel);
  expect(await told("shown", "done")).toEqual([]);
});
