import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { FeatureGate } from "./feature-gate.tsx";

provideFirstTexts();
await startPortuguese({ name: "shell" });

beforeEach(() => {
  toasts.list.value = [];
  history.replaceState(null, "", "/kanban");
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  act(() => session.end());
});

function visit(useKanban: boolean) {
  const user = sampleUser();
  const plan = { ...user.company.plan, useKanban };
  session.take({ token: "token", user: { ...user, company: { ...user.company, plan } } });
  render(
    <FeatureGate flag="useKanban">
      <h1>Quadro</h1>
    </FeatureGate>,
  );
}

test("a page that the plan includes is shown", () => {
  visit(true);
  expect(screen.getByText("Quadro")).toBeTruthy();
  expect(toasts.list.value).toEqual([]);
});

test("a page that the plan does not include shows a message and redirects after a second", () => {
  visit(false);
  expect(screen.queryByText("Quadro")).toBeNull();
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    "Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.",
  ]);
  act(() => void jest.advanceTimersByTime(999));
  expect(location.pathname).toBe("/kanban");
  act(() => void jest.advanceTimersByTime(1));
  expect(location.pathname).toBe("/");
});
