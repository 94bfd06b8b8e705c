import { afterEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { CampaignRoutes } from "./campaign-routes.tsx";

provideFirstTexts();
await startPortuguese({ name: "shell" });
const PATHS = [
  "/contact-lists",
  "/contact-lists/3/contacts",
  "/campaigns",
  "/campaign/3/report",
  "/campaigns-config",
];

afterEach(() => act(() => session.end()));

function visit(path: string, company: { campaignsEnabled?: string; useCampaigns?: boolean } = {}) {
  globalThis.WebSocket = FakeWebSocket as never;
  toasts.list.value = [];
  history.replaceState(null, "", path);
  servePage(() => ({}));
  const user = sampleUser();
  const { campaignsEnabled = "true", useCampaigns = true } = company;
  const plan = { ...user.company.plan, useCampaigns };
  const settings = [{ key: "campaignsEnabled", value: campaignsEnabled }];
  session.take({ token: "t", user: { ...user, company: { ...user.company, plan, settings } } });
  render(<CampaignRoutes />);
}

for (const path of PATHS) {
  test(`without the flag cshow the page ${path} does not exist`, () => {
    visit(path, { campaignsEnabled: "false" });
    expect(localStorage.getItem("cshow")).toBeNull();
    expect(screen.getByText("Página não encontrada")).toBeTruthy();
  });
}

test("a company whose plan has no campaigns sees a message and is redirected", () => {
  visit("/campaigns", { useCampaigns: false });
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    "Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.",
  ]);
});
