import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { billingTexts } from "#web/accounts/billing/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { subscriptionTexts } from "./locales/index.ts";
import { SubscriptionPage } from "./page.tsx";

await startPortuguese(subscriptionTexts, billingTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => act(() => session.end()));

const INVOICE = { id: 3, detail: "Básico", value: 99.9, dueDate: "2031-01-10" };

async function show(invoices: readonly object[], company: object = {}) {
  const user = sampleUser();
  const own = { ...user.company, dueDate: "2031-01-10", trialExpiration: "2031-01-10", ...company };
  servePage(({ path }) => {
    if (path.startsWith("/invoices/all"))
      return { body: { invoices, count: invoices.length, hasMore: false } };
    if (path === "/subscription/contact")
      return { body: { name: "Provedor", email: "oi@provedor.example", phone: "12977771111" } };
    return {
      body: { id: own.id, email: "dona@sol.example", plan: { name: "Básico", value: 99.9, storageGb: 0 } },
    };
  });
  session.take({ token: "t", user: { ...user, company: own } });
  await act(async () => void render(<SubscriptionPage />));
  await screen.findByDisplayValue("dona@sol.example");
}
const ofUser = (fields: object) => ({ ...INVOICE, companyId: sampleUser().company.id, ...fields });
const button = (name: string) => screen.queryByRole("button", { name });

test("without an open invoice the button 'Assine Agora!' opens the dialog with the provider's contact data", async () => {
  await show([]);
  expect(button("Pagar fatura")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Assine Agora!" }));
  await screen.findByRole("link", { name: "WhatsApp +55 12 97777-1111" });
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
  expect(links[0]).toStartWith("https://wa.me/5512977771111?text=");
  expect(links[1]).toStartWith("mailto:oi%40provedor.example?subject=");
});

test("the subscription page with an open invoice has a button to pay it", async () => {
  await show([ofUser({ status: "open" })]);
  expect(button("Pagar fatura")).not.toBeNull();
  expect(button("Assine Agora!")).toBeNull();
});

test.each([
  ["has a due date later than its trial", { dueDate: "2031-02-10" }],
  ["never had a trial", { trialExpiration: null }],
])(
  "a company without invoices that %s already pays and is not asked to subscribe",
  async (_which, company) => {
    await show([], company);
    expect(button("Assine Agora!")).toBeNull();
  },
);

test("a company that only paid message costs is asked to subscribe", async () => {
  await show([ofUser({ status: "paid", kind: "costs" })]);
  expect(button("Assine Agora!")).not.toBeNull();
});

test("the subscription page never asks a paying company to subscribe", async () => {
  await show([ofUser({ status: "paid" })]);
  expect(button("Assine Agora!")).toBeNull();
  expect(button("Pagar fatura")).toBeNull();
});
