import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, waitFor } from "@testing-library/react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { followed, followUpAction } from "#web/inbox/tickets/actions/follow-up.tsx";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { loadFollowUpPicker } from "./follow-up-picker.tsx";
import { followUpBar, followUpLine } from "./load.ts";

await startPortuguese({ name: "tickets" });
await startPortuguese({ name: "common" });
const FollowUpBar = await followUpBar();
const FollowUpLine = await followUpLine();
const FollowUpPicker = await loadFollowUpPicker();

const user = sampleUser();
const ticket = sampleTicket({
  ...{ id: 5, userId: user.id, lastMessageFromMe: true },
  lastCustomerMessageAt: "2026-06-03T12:00:00.000Z",
});
const QUOTE = {
  ...{ id: 3, name: "Orçamento", shared: true, onlyInHours: true },
  steps: [
    { waitMinutes: 1440, text: "Viu?", template: null, fileId: null, mediaPath: null, mediaName: null },
    { waitMinutes: 2880, text: "E agora?", template: null, fileId: null, mediaPath: null, mediaName: null },
  ],
  ending: { action: "none", waitMinutes: 1440 },
};
const { fetch } = globalThis;
let sent: unknown[];
let refusal: { status: number; error: string } | null;
beforeEach(() => {
  sent = [];
  refusal = null;
  globalThis.WebSocket = FakeWebSocket as never;
  act(() => session.take({ token: "t", user: { ...user, profile: "user" } as never }));
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(address instanceof Request ? address.url : address), "http://x/");
    const request = new Request(url, init);
    if (request.method === "GET") return Response.json({ followUps: [QUOTE] });
    sent.push([request.method, url.pathname, await request.json().catch(() => null)]);
    if (refusal) return Response.json({ error: refusal.error }, { status: refusal.status });
    return Response.json(ticket);
  }) as never;
});
afterEach(() => {
  globalThis.fetch = fetch;
  act(() => {
    followed.value = null;
    session.end();
    toasts.closeAll();
  });
});

const button = (words: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) =>
    textContent?.includes(words),
  ) as HTMLButtonElement;
const press = async (words: string) => {
  await waitFor(() => expect(button(words)).toBeTruthy());
  await act(async () => fireEvent.click(button(words)));
};

describe("the picker of follow-ups", () => {
  test("one press starts a follow-up, proposes to snooze until the reply, and the toast takes both back", async () => {
    followUpAction.run(ticket);
    render(<FollowUpPicker ticket={ticket} />);
    await waitFor(() => expect(button("Orçamento")?.textContent).toContain("2 passos, o primeiro em 1 dia"));
    await press("Orçamento");
    await waitFor(() => expect(followed.value).toBeNull());
    expect(sent).toEqual([["POST", "/api/tickets/5/follow-up", { followUpId: 3, snooze: true }]]);
    const [toast] = toasts.list.value;
    expect(toast?.text).toBe("Sequência iniciada: Orçamento");
    await act(async () => toast && toasts.act(toast));
    await waitFor(() =>
      expect(sent.slice(1)).toMatchObject([
        ["DELETE", "/api/tickets/5/follow-up", null],
        ["DELETE", "/api/tickets/5/snooze", null],
      ]),
    );
  });

  test("a follow-up starts without a snooze when the proposal is taken off", async () => {
    render(<FollowUpPicker ticket={ticket} />);
    await act(async () =>
      fireEvent.click(document.querySelector('input[type="checkbox"]') as HTMLInputElement),
    );
    await press("Orçamento");
    expect(sent).toEqual([["POST", "/api/tickets/5/follow-up", { followUpId: 3, snooze: false }]]);
  });

  test("the picker cannot start a follow-up when the customer wrote last, and shows the reason", async () => {
    render(<FollowUpPicker ticket={{ ...ticket, lastMessageFromMe: false }} />);
    await waitFor(() => expect(button("Orçamento")?.disabled).toBe(true));
    expect(document.querySelector("[role=alert]")?.textContent).toContain("O cliente escreveu por último");
  });

  test("a closed answer window is explained in the picker, which stays open", async () => {
    refusal = { status: 400, error: "ERR_WINDOW_CLOSED" };
    followUpAction.run(ticket);
    render(<FollowUpPicker ticket={ticket} />);
    await press("Orçamento");
    expect(document.querySelector("[role=alert]")?.textContent).toContain(
      "a janela de resposta estará fechada",
    );
    expect(followed.value).not.toBeNull();
  });
});

describe("the bar of a follow-up", () => {
  const followUp = {
    ...{ name: "Orçamento", step: 2, of: 3 },
    nextAt: "2031-06-05T11:00:00.000Z",
    end: "none",
  } as const;
  const bar = (change: Partial<TicketAnswer>) =>
    render(<FollowUpBar ticket={{ ...ticket, followUp, ...change }} />).container.textContent;

  test("the bar shows the next step and its time, and can stop the follow-up", async () => {
    expect(bar({})).toContain("Orçamento: passo 2 de 3 em qui., 05/06 08:00");
    await press("Parar");
    expect(sent).toEqual([["DELETE", "/api/tickets/5/follow-up", null]]);
  });

  test("after the last step the bar shows the action at the end, and while a step is sent, that it is being sent", () => {
    expect(bar({ followUp: { ...followUp, step: 4, end: "return" } })).toContain(
      "devolve o atendimento à fila em",
    );
    expect(bar({ followUp: { ...followUp, nextAt: null } })).toContain("está sendo enviado");
  });

  test("a colleague reads the next step and cannot stop it", () => {
    bar({ userId: 99 });
    expect(document.querySelectorAll(".follow-up-bar button")).toHaveLength(0);
  });
});

test("the action is offered for open tickets of people without a follow-up, to those who may start one", () => {
  const person = { id: user.id, profile: "user" as const, queueIds: [] };
  const offered = (change: Partial<TicketAnswer>) =>
    followUpAction.isOffered(person, { ...ticket, ...change });
  expect(offered({})).toBe(true);
  expect(
    [
      { isGroup: true },
      { userId: 99 },
      { status: "closed" as const },
      { followUp: { name: "x", step: 1, of: 1, nextAt: null, end: "none" as const } },
    ].map(offered),
  ).toEqual([false, false, false, false]);
});

test("the history shows who started and who stopped a follow-up, or why it ended", () => {
  const line = (kind: string, to: object, actor: { id: number; name: string } | null) =>
    render(
      <FollowUpLine event={{ id: 1, at: "2031-06-05T11:00:00.000Z", kind, actor, from: {}, to } as never} />,
    ).container.textContent;
  const ana = { id: 7, name: "Ana" };
  expect(line("follow_up_started", { name: "Orçamento" }, ana)).toBe("Ana iniciou a sequência Orçamento");
  expect(line("follow_up_ended", { name: "Orçamento", reason: "stopped" }, ana)).toBe(
    "Ana parou a sequência Orçamento",
  );
  expect(line("follow_up_ended", { name: "Orçamento", reason: "customer_wrote" }, null)).toBe(
    "A sequência Orçamento terminou: o cliente escreveu",
  );
});
