import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { reminderAction, reminding } from "#web/inbox/tickets/actions/reminder.tsx";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { loadRemindersDialog } from "./reminders-dialog.tsx";

await startPortuguese({ name: "common" });
const RemindersDialog = await loadRemindersDialog();

const at = "2031-06-05T11:00:00.000Z";
const own = { id: 4, at, note: "Ligar", doneAt: null, ticketId: 9, ticket: null };
const { fetch } = globalThis;
let sent: unknown[];
beforeEach(() => {
  sent = [];
  globalThis.WebSocket = FakeWebSocket as never;
  act(() => session.take({ token: "t", user: sampleUser() as never }));
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(address instanceof Request ? address.url : address), "http://x/");
    const request = new Request(url, init);
    if (request.method !== "GET")
      sent.push([request.method, url.pathname, await request.json().catch(() => null)]);
    if (url.pathname.endsWith("/snooze-times")) return Response.json({ times: [{ id: "tomorrow", at }] });
    return Response.json(request.method === "GET" ? { reminders: [own] } : own);
  }) as never;
});
afterEach(() => {
  globalThis.fetch = fetch;
  act(() => {
    reminding.value = null;
    session.end();
    toasts.closeAll();
  });
});

const button = (words: string) =>
  [...document.querySelectorAll("button")].find(
    (one) => one.textContent?.includes(words) || one.getAttribute("aria-label") === words,
  ) as HTMLElement;
const press = async (words: string) => {
  await waitFor(() => expect(button(words)).toBeTruthy());
  await act(async () => fireEvent.click(button(words)));
};

test("one press on a time stores the reminder of a ticket and closes the dialog", async () => {
  reminderAction.run(sampleTicket({ id: 5 }));
  const asked = reminding.value;
  if (!asked) throw new Error("the action opens the dialog");
  render(<RemindersDialog asked={asked} />);
  await press("Amanhã cedo");
  await waitFor(() => expect(reminding.value).toBeNull());
  expect(sent).toEqual([["POST", "/api/reminders", { ticketId: 5, at, note: "" }]]);
});

test("a reminder without a ticket needs a note, and the list does not name a ticket that the user no longer sees", async () => {
  render(<RemindersDialog asked={{ ticket: null }} />);
  await waitFor(() => expect(document.body.textContent).toContain("Atendimento que você não vê mais"));
  await press("Novo lembrete");
  await waitFor(() => expect(button("Amanhã cedo")).toHaveProperty("disabled", true));
  await press("Concluir");
  expect(sent).toEqual([["PUT", "/api/reminders/4", { done: true }]]);
});
