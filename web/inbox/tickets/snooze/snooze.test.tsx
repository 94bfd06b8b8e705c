import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, waitFor } from "@testing-library/react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { snoozed } from "#web/inbox/tickets/actions/snooze.tsx";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { snoozeTexts } from "./locales/index.ts";
import { loadSnoozeBar } from "./snooze-bar.tsx";
import { loadSnoozePicker } from "./snooze-picker.tsx";

await startPortuguese({ name: "tickets" });
await startPortuguese({ name: "common" });
await startPortuguese(snoozeTexts);
const SnoozePicker = await loadSnoozePicker();
const SnoozeBar = await loadSnoozeBar();

const user = sampleUser();
const ticket = sampleTicket({ id: 5, userId: user.id, lastCustomerMessageAt: "2026-06-03T12:00:00.000Z" });
const TIMES = [
  { id: "tomorrow", at: "2031-06-05T11:00:00.000Z" },
  { id: "week", at: "2031-06-10T11:00:00.000Z" },
];
const { fetch } = globalThis;
let sent: { method: string; path: string; body: unknown }[];
beforeEach(() => {
  sent = [];
  globalThis.WebSocket = FakeWebSocket as never;
  act(() => session.take({ token: "t", user: { ...user, profile: "user" } as never }));
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const request = new Request(
      new URL(String(address instanceof Request ? address.url : address), "http://x/"),
      init,
    );
    const path = new URL(request.url).pathname;
    const body = request.method === "PUT" ? await request.json() : null;
    if (request.method !== "GET") sent.push({ method: request.method, path, body });
    if (path.endsWith("/snooze-times")) return Response.json({ times: TIMES });
    const until = body?.until ?? "2031-07-01T00:00:00.000Z";
    return Response.json({ ...ticket, snooze: { mode: body?.mode ?? "time", until, asleep: true } });
  }) as never;
});
afterEach(() => {
  globalThis.fetch = fetch;
  act(() => {
    session.end();
    toasts.closeAll();
  });
});

const button = (words: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) =>
    textContent?.includes(words),
  ) as HTMLElement;
const press = async (words: string) => {
  await waitFor(() => expect(button(words)).toBeTruthy());
  await act(async () => fireEvent.click(button(words)));
};

describe("the picker of a snooze", () => {
  test("each choice shows its exact time, one press snoozes, and the toast undoes it", async () => {
    snoozed.value = ticket;
    render(<SnoozePicker ticket={ticket} />);
    await waitFor(() => expect(button("Amanhã cedo")?.textContent).toContain("qui., 05/06 08:00"));
    // 2031-06-10 is a Tuesday: the company is closed on Monday.
    expect(button("Semana que vem").textContent).toContain("ter., 10/06 08:00");
    await press("Amanhã cedo");
    await waitFor(() => expect(snoozed.value).toBeNull());
    const { lastCustomerMessageAt } = ticket;
    const body = { mode: "time", until: TIMES[0]?.at, lastCustomerMessageAt };
    expect(sent).toMatchObject([{ method: "PUT", path: "/api/tickets/5/snooze", body }]);
    const [toast] = toasts.list.value;
    expect(toast?.text).toBe("Adiado até qui., 05/06 08:00");
    await act(async () => toast && toasts.act(toast));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ method: "DELETE", path: "/api/tickets/5/snooze" }),
    );
  });

  test("a snooze can end with the customer's reply, or with the reply or the chosen time, whichever comes first", async () => {
    const { unmount } = render(<SnoozePicker ticket={ticket} />);
    await press("Até o cliente responder");
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ mode: "reply" }));
    unmount();
    render(<SnoozePicker ticket={{ ...ticket, snooze: { mode: "either", until: "", asleep: true } }} />);
    await press("Amanhã cedo");
    await waitFor(() => expect(sent[1]?.body).toMatchObject({ mode: "either", until: TIMES[0]?.at }));
  });

  test("arrow keys move between the choices", async () => {
    render(<SnoozePicker ticket={ticket} />);
    await waitFor(() => expect(button("Amanhã cedo")).toBeTruthy());
    button("Amanhã cedo").focus();
    fireEvent.keyDown(button("Amanhã cedo"), { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toContain("Semana que vem");
    fireEvent.keyDown(button("Semana que vem"), { key: "ArrowUp" });
    expect(document.activeElement?.textContent).toContain("Amanhã cedo");
  });
});

describe("the bar of a snoozed ticket", () => {
  const bar = (change: Partial<TicketAnswer>) =>
    render(<SnoozeBar ticket={{ ...ticket, ...change }} />).container;
  const until = "2031-06-05T11:00:00.000Z";

  test("the snooze bar shows until when the ticket is asleep, and wakes it", async () => {
    expect(bar({ snooze: { mode: "either", until, asleep: true } }).textContent).toContain(
      "Adiado até qui., 05/06 08:00, ou antes se o cliente responder",
    );
    await press("Acordar agora");
    expect(sent).toMatchObject([{ method: "DELETE", path: "/api/tickets/5/snooze" }]);
  });

  test("after a message of the customer the snooze bar can snooze the ticket again", async () => {
    expect(bar({ snooze: { mode: "time", until, asleep: false } }).textContent).toContain(
      "O cliente escreveu.",
    );
    await press("Voltar a adiar");
    expect(sent).toMatchObject([{ method: "POST", path: "/api/tickets/5/snooze/again" }]);
  });

  test("a colleague reads until when the ticket sleeps and cannot wake it", () => {
    bar({ userId: 99, snooze: { mode: "time", until, asleep: true } });
    expect(document.querySelectorAll(".snooze-bar button")).toHaveLength(0);
  });
});
