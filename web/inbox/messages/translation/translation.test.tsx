import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { Bubble } from "#web/inbox/messages/bubble/bubble.tsx";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { resumeAutomatic } from "./automatic.ts";
import { translationTexts } from "./locales/index.ts";
import { asked, askTranslation, offersTranslation } from "./offered.ts";

await startPortuguese(messages, translationTexts);

const ENGLISH = "Good morning, I would like to know the price";
let calls: PageCall[] = [];
let answer: { status?: number; body?: unknown };
beforeEach(() => {
  resumeAutomatic();
  asked.value = new Set();
  answer = { body: { text: "Bom dia, queria saber o preço" } };
});
afterEach(() => act(() => session.end()));

/** Ana's page, in a company with this setting and plan. */
async function signIn(mode: string, useOpenAi = true): Promise<void> {
  const user = sampleUser();
  const { company } = user;
  const settings = [{ key: "translateIncoming", value: mode }];
  const mine = { ...user, company: { ...company, settings, plan: { ...company.plan, useOpenAi } } };
  calls = [];
  servePage((call) => {
    if (call.path === "/auth/me") return { body: mine };
    if (!call.path.endsWith("/translation")) return {};
    calls.push(call);
    return answer;
  });
  await act(() => session.start());
}

let ids = 100;
const customers = (fields: Partial<MessageAnswer> = {}) => {
  ids += 1;
  return sampleMessage({ id: ids, fromMe: false, body: ENGLISH, ...fields });
};
const show = (message: MessageAnswer) => render(<Bubble message={message} first />);
const settle = () => act(async () => undefined);

test("a stored translation is shown under the original, marked as made by AI, without a request", async () => {
  await signIn("auto");
  show(customers({ translations: [{ language: "pt", body: "Bom dia" }] }));
  await screen.findByText("Bom dia");
  screen.getByText("Traduzido pela IA");
  await settle();
  expect(calls).toEqual([]);
});

test("from the menu a message is translated once, into the language of the page", async () => {
  await signIn("demand");
  const message = customers();
  show(message);
  await settle();
  expect(calls).toEqual([]);
  await act(async () => askTranslation(message.id));
  await screen.findByText("Bom dia, queria saber o preço");
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    [`/messages/${message.id}/translation`, { language: "pt", automatic: false }],
  ]);
  expect(asked.value.size).toBe(0);
});

test("only foreign texts are translated automatically, and none after an error", async () => {
  await signIn("auto");
  show(customers({ body: "Bom dia, queria saber o preço do bolo" }));
  await settle();
  expect(calls).toEqual([]);
  const first = customers();
  show(first);
  await screen.findByText("Bom dia, queria saber o preço");
  answer = { status: 409, body: { error: "ERR_AI_BUDGET" } };
  for (let n = 0; n < 3; n += 1) show(customers());
  await settle();
  await settle();
  expect(calls).toHaveLength(2);
});

test("the menu offers a translation only for texts of customers, and not without plan or setting", async () => {
  await signIn("demand");
  expect(offersTranslation(customers())).toBe(true);
  const without: readonly Partial<MessageAnswer>[] = [
    { fromMe: true },
    { body: "" },
    { isDeleted: true },
    { mediaType: "vcard" },
    { translations: [{ language: "pt", body: "Oi" }] },
  ];
  for (const fields of without)
    expect([fields, offersTranslation(customers(fields))]).toEqual([fields, false]);
  await signIn("off");
  expect(offersTranslation(customers())).toBe(false);
  await signIn("demand", false);
  expect(offersTranslation(customers())).toBe(false);
});
