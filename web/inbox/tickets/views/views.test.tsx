import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { evaluate } from "#inbox/conditions/evaluate/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { emptyListTexts } from "#web/inbox/tickets/list/empty-locales/index.ts";
import { DEFAULT_FILTER } from "#web/inbox/tickets/list/list-filter.ts";
import { listMembership } from "#web/inbox/tickets/list/list-membership.ts";
import { TicketListEmpty } from "#web/inbox/tickets/list/ticket-list-empty.tsx";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { conditionOn, isComplete, opsOf, withOp } from "./condition-model.ts";
import { factsOnPage } from "./facts.ts";
import { loadViewBar } from "./load.ts";
import { viewTexts } from "./locales/index.ts";
import { viewList } from "./views-store.ts";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.
await startPortuguese({ name: "tickets" });
await startPortuguese({ name: "common" });
await startPortuguese(viewTexts);
await startPortuguese(emptyListTexts);

const NOW = Date.parse("2026-06-05T12:00:00.000Z");
const ana = { id: 7, profile: "user" as const, queueIds: [1] };
const FIELDS = [
  { key: "plan", of: "ticket", kind: "choice", active: true },
  { key: "cpf", of: "contact", kind: "text", active: true },
] as const;
const holds = (conditions: Conditions, fields: Partial<TicketAnswer>) =>
  evaluate(conditions, factsOnPage(sampleTicket(fields), ana, FIELDS, NOW)).holds;
const one = (field: string, op: string, value?: unknown): Conditions =>
  ({ all: [{ field, op, ...(value !== undefined && { value }) }] }) as Conditions;

describe("conditions on the page", () => {
  test("the page evaluates what a ticket carries", () => {
    expect(holds(one("attendant", "in", ["me"]), { userId: 7 })).toBe(true);
    expect(holds(one("unread", "is", true), { unreadMessages: 0, markedUnread: true })).toBe(true);
    expect(holds(one("waiting_minutes", "gt", 30), { waitingSince: "2026-06-05T11:00:00.000Z" })).toBe(true);
    expect(holds(one("waiting_minutes", "gt", 30), { waitingSince: null })).toBe(false);
    expect(holds(one("participating", "is", true), { participants: [7] })).toBe(true);
    expect(holds(one("field.plan", "in", ["ouro"]), { fields: { plan: "Ouro" } })).toBe(true);
    expect(holds(one("field.plan", "empty"), {})).toBe(true);
  });

  test("the page does not decide conditions that only the server can check", () => {
    for (const field of ["origin", "idle_minutes", "contact.is_new", "field.cpf", "field.gone", "mentioned"])
      expect([field, holds(one(field, "is", true), {})]).toEqual([field, undefined]);
    expect(
      holds(one("last_message_by", "in", ["customer"]), {
        lastMessageFromMe: false,
        lastCustomerMessageAt: "2026-01-05T09:30:00.000Z",
      }),
    ).toBe(true);
    expect(holds(one("last_message_by", "in", ["bot"]), { lastMessage: "oi", lastMessageFromMe: true })).toBe(
      undefined,
    );
  });

  test("another operator keeps a value of the same kind, and a condition without a value is incomplete", () => {
    const tags = { field: "tags", op: "any_of", value: [3] };
    expect(withOp(tags, "none_of", FIELDS)).toEqual({ ...tags, op: "none_of" });
    expect(Object.keys(opsOf("field.plan", FIELDS))).toEqual(["in", "empty", "not_empty"]);
    expect(isComplete({ all: [conditionOn("tags", FIELDS)] })).toBe(false);
    expect(isComplete({ all: [conditionOn("unread", FIELDS), { any: [tags] }] })).toBe(true);
    expect(isComplete({ all: [] })).toBe(false);
  });
});

describe("the view bar", () => {
  const { fetch } = globalThis;
  let sent: { method: string; path: string; body: unknown }[];
  const stored = { id: 12, name: "VIP parados", icon: "star", shared: false, queueIds: [], position: 1 };
  beforeEach(() => {
    sent = [];
    globalThis.WebSocket = FakeWebSocket as never;
    act(() => session.take({ token: "t", user: { ...sampleUser(), profile: "admin" } as never }));
    globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
      const request = new Request(
        new URL(String(address instanceof Request ? address.url : address), "http://x/"),
        init,
      );
      const path = new URL(request.url).pathname;
      if (request.method !== "GET") sent.push({ method: request.method, path, body: await request.json() });
      if (path.endsWith("/ticket-views/counts"))
        return Response.json({ counts: { urgent: 1000, unread: 3 } });
      if (path.endsWith("/ticket-views"))
        return Response.json(
          request.method === "GET"
            ? { views: [{ ...stored, conditions: one("priority", "in", [4]), sort: "longest" }] }
            : { ...stored, ...(sent.at(-1)?.body as object), id: 13 },
        );
      return Response.json({ fields: [], tags: [], resolutions: [], tickets: [], count: 0, hasMore: false });
    }) as never;
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    act(() => session.end());
  });

  test("a press opens a view, counts above 999 are cut, and a changed ticket enters and leaves the open view", async () => {
    const ViewBar = await loadViewBar();
    const { container, unmount } = render(<ViewBar filter={DEFAULT_FILTER} />);
    const items = () => [...container.querySelectorAll<HTMLElement>(".view-bar-item")];
    await waitFor(() => expect(items()[0]?.textContent).toBe("Urgentes999+"));
    expect(items().map(({ textContent }) => textContent)).toEqual([
      ...["Urgentes999+", "Atrasados", "Não lidas3", "Participo", "Menções", "Adiados"],
    ]);
    await act(async () => fireEvent.click(items()[0] as HTMLElement));
    expect(location.search).toBe("?view=custom&id=urgent&sort=longest");
    const urgent = { ...DEFAULT_FILTER, view: "custom" as const, viewId: "urgent" };
    const admin = { id: 1, profile: "admin" as const, queueIds: [] };
    const ticket = sampleTicket({ status: "pending", priority: 4 });
    expect(listMembership(ticket, urgent, admin)).toBe("in");
    expect(listMembership({ ...ticket, priority: 2 }, urgent, admin)).toBe("out");
    expect(listMembership({ ...ticket, status: "closed" }, urgent, admin)).toBe("out");
    // The counts belong to the user who has left.
    act(() => session.end());
    expect(items()[0]?.textContent).toBe("Urgentes");
    unmount();
  });

  test("an empty view offers its conditions to those who may change it", async () => {
    const empty = (viewId: string) =>
      render(
        <TicketListEmpty filter={{ ...DEFAULT_FILTER, view: "custom", viewId }} onNew={() => undefined} />,
      );
    await act(() => viewList.need());
    const own = empty("12");
    fireEvent.click(await screen.findByRole("button", { name: "Editar filtros" }));
    await screen.findByRole("dialog", { name: "Editar visão" });
    own.unmount();
    const builtIn = empty("urgent");
    expect(screen.queryByRole("button", { name: "Editar filtros" })).toBeNull();
    builtIn.unmount();
  });

  test("a new view is saved with its conditions and put on the bar", async () => {
    const { ViewEditor } = await import("./view-editor.tsx");
    const { unmount } = render(<ViewEditor view={null} onClose={() => undefined} />);
    const box = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('input[name="name"]');
      expect(found).toBeTruthy();
      return found as HTMLInputElement;
    });
    const button = (words: string) =>
      [...document.querySelectorAll("button")].find(
        ({ textContent }) => textContent === words,
      ) as HTMLElement;
    await act(async () => fireEvent.change(box, { target: { value: "Urgentes meus" } }));
    await act(async () => fireEvent.click(button("Salvar")));
    expect(sent).toEqual([]);
    expect(document.querySelector('[role="alert"]')?.textContent).toBe("Preencha o valor de cada condição.");
    await act(async () => fireEvent.click(button("Escolher")));
    await waitFor(() => expect(document.querySelectorAll(".pick-item").length).toBe(4));
    await act(async () => fireEvent.click(document.querySelectorAll(".pick-item input")[3] as HTMLElement));
    await act(async () => fireEvent.click(button("Salvar")));
    await waitFor(() => expect(sent[0]).toBeTruthy());
    expect(sent[0]).toMatchObject({
      method: "POST",
      body: { name: "Urgentes meus", shared: false, conditions: one("priority", "in", [4]), sort: "recent" },
    });
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith("/users/me/preferences"))).toBe(true));
    unmount();
  });
});
