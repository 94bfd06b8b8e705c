import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { SuperOnly } from "./provider-routes.tsx";

provideFirstTexts();
await startPortuguese({ name: "shell" });

beforeEach(() => {
  toasts.list.value = [];
  history.replaceState(null, "", "/announcements");
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  act(() => session.end());
});

function visit(isSuper: boolean) {
  session.take({ token: "token", user: { ...sampleUser(), super: isSuper } });
  render(
    <SuperOnly>
      <h1>Informativos</h1>
    </SuperOnly>,
  );
}

test("a page of the provider is shown to its staff", () => {
  visit(true);
  expect(screen.getByText("Informativos")).toBeTruthy();
  expect(toasts.list.value).toEqual([]);
});

test("an admin of a company sees a message on pages of the provider and is redirected after a second", () => {
  visit(false);
  expect(screen.queryByText("Informativos")).toBeNull();
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    "Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.",
  ]);
  act(() => void jest.advanceTimersByTime(1_000));
  expect(location.pathname).toBe("/");
});
