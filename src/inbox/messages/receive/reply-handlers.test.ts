import { afterEach, beforeEach, expect, test } from "bun:test";
import { MessageReceived } from "#inbox/messages/events.ts";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { closeTicket, lastClosedTicket, storedTicket } from "#inbox/tickets/index.ts";
import { createReplyHandlers, ReplyHandlersPort } from "./reply-handlers.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

test("reply handlers run before the ticket is looked up: campaigns first, then ratings, then farewells", () => {
  const asked: string[] = [];
  const claimers = createReplyHandlers();
  for (const name of ["farewell", "campaign", "rating"] as const)
    claimers.join(name, (_unit, { text }) => {
      asked.push(`${name}: ${text}`);
      return undefined;
    });
  s.installation.ports.plug(ReplyHandlersPort, claimers);
  s.receive(wrote(maria, "Oi", s.clock.now()));
  expect(asked).toEqual(["campaign: Oi", "rating: Oi", "farewell: Oi"]);
  expect(s.row("SELECT status FROM ticket")).toEqual({ status: "pending" });
});

test("a consumed reply is stored in the closed ticket without reopening it, notifying users or running bots", () => {
  s.receive(wrote(maria, "Oi", s.clock.now()));
  s.tenant.write((unit) =>
    closeTicket(unit, storedTicket(unit.db, 1), { reason: "user", silent: true, userId: null }),
  );
  const stored: string[] = [];
  const claimers = createReplyHandlers();
  claimers.join("campaign", (unit, { contact, connectionId }) => {
    const ticket = lastClosedTicket(unit.db, contact.id, connectionId);
    return ticket && { ticket, stored: ({ body }) => void stored.push(body) };
  });
  s.installation.ports.plug(ReplyHandlersPort, claimers);
  const heard: unknown[] = [];
  s.installation.bus.within(MessageReceived, (_unit, { message }) => void heard.push(message.body));
  s.receive(wrote(maria, "Sim, quero", s.clock.now()));
  expect(stored).toEqual(["Sim, quero"]);
  expect(heard).toEqual([]);
  expect(s.rows("SELECT status, unread_messages AS unread, last_message AS last FROM ticket")).toEqual([
    { status: "closed", unread: 0, last: "Sim, quero" },
  ]);
  const created = s.heard.to(s.admin, "appMessage").filter(({ action }) => action === "create");
  expect(created.at(-1)?.["message"]).toMatchObject({ body: "Sim, quero", notify: false });
});
