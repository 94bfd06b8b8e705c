import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { participantTexts } from "#web/inbox/tickets/participants/locales/index.ts";
import { colleagues, queues } from "#web/inbox/tickets/reference-data.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { ActionFields } from "./action-fields.tsx";
import { type ActionDraft, newAction } from "./draft.ts";

globalThis.WebSocket = FakeWebSocket as never;
await startPortuguese({ name: "common" }, actionTexts, templateTexts, variableTexts, participantTexts);

const TEMPLATE = {
  ...{
    id: 3,
    name: "pedido_pronto",
    language: "pt_BR",
    category: "UTILITY",
    status: "APPROVED",
    usable: true,
  },
  ...{ header: "", body: "Oi {{1}}", footer: "", buttons: [], variables: ["1"], reason: null, media: null },
};
let numbers: object[];
let draft: ActionDraft;
beforeEach(() => {
  numbers = [{ id: 1, name: "Oficial", provider: "cloud", channel: "whatsapp" }];
  servePage(({ path }) => {
    if (path === "/users/list") return { body: [{ id: 7, name: "Bruno Reis", profile: "user", queues: [] }] };
    if (path === "/queue") return { body: [{ id: 2, name: "Suporte" }] };
    if (path === "/whatsapp/1/templates") return { body: { templates: [TEMPLATE], syncedAt: null } };
    return { body: path.startsWith("/whatsapp?") ? numbers : [] };
  });
  act(() => session.take({ token: "t", user: sampleUser() }));
});
afterEach(() => {
  act(() => {
    for (const list of [colleagues, queues]) list.forget();
    connections.reset();
    session.end();
  });
});

function Editor({ first }: { readonly first: ActionDraft }) {
  const [now, setNow] = useState(first);
  draft = now;
  return (
    <ActionFields
      draft={now}
      files={[]}
      isShared
      onChange={(changes) => setNow((before) => ({ ...before, ...changes }))}
    />
  );
}
const open = (first: ActionDraft) => act(async () => void render(<Editor first={first} />));

test("an @ in the note of a list of actions offers people and queues, and the chosen ones are mentioned", async () => {
  await open(newAction("note"));
  const box = screen.getByRole("textbox", { name: "Nota" }) as HTMLTextAreaElement;
  await act(async () => {
    fireEvent.change(box, { target: { value: "Veja, @bru" } });
    box.setSelectionRange(10, 10);
    fireEvent.keyUp(box, { key: "u" });
  });
  expect((await screen.findByRole("option", { name: /Bruno Reis/ })).getAttribute("aria-selected")).toBe(
    "true",
  );
  box.focus();
  await act(async () => void fireEvent.keyDown(box, { key: "Enter" }));
  expect(draft).toMatchObject({ text: "Veja, @Bruno Reis ", mentions: [{ kind: "user", id: 7 }] });
  await act(async () => void fireEvent.change(box, { target: { value: "Veja" } }));
  expect(draft["mentions"]).toBeUndefined();
});

test("a template of a reply is chosen by its name, and its values are filled in", async () => {
  await open({ ...newAction("reply"), templateName: "pedido_pronto" });
  const value = await screen.findByRole("textbox", { name: /\{\{1\}\}/ });
  await act(async () => void fireEvent.change(value, { target: { value: "{{firstName}}" } }));
  expect(draft).toMatchObject({
    ...{ templateName: "pedido_pronto", templateLanguage: "pt_BR", parameters: ["{{firstName}}"] },
  });
});

test("without an official number a reply has no template to choose", async () => {
  numbers = [{ id: 1, name: "Loja", provider: "whatsapp", channel: "whatsapp" }];
  await open(newAction("reply"));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: /O que enviar/ })));
  await act(async () => fireEvent.click(screen.getByRole("option", { name: /modelo/ })));
  await screen.findByText(/ainda não tem número oficial/);
});
