import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import type { MessageAnswer, MessagePage } from "#inbox/messages/contract.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { compose } from "#inbox/messages/outbox/compose.ts";
import { outboxById } from "#inbox/messages/outbox/queries.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { lastCustomerProviderId } from "#inbox/messages/typing.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { all, one, run } from "#platform/db/database.ts";
import { prepared } from "#platform/db/open.ts";
import type { Query } from "#platform/db/query.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";
import * as timelineSql from "./queries.sql.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

let second: number;
let other: number;
beforeEach(() => {
  t.meet();
  second = testConnection(t.tenant, { name: "Suporte" });
  say(second, "Oi, suporte");
  other = ticketOn(second);
});

/** Receives a message of the customer on one of the company's numbers. */
function say(connectionId: number, ...texts: string[]): void {
  const events = texts.map((text) => wrote(t.customer, text, t.app.clock.now()));
  storeEvents(t.tenant, connectionId, events);
  while (processSlice(t.tenant)) {}
}
const NEWEST_SEND = "SELECT max(id) AS id FROM outbox";
const ticketOn = (connectionId: number): number =>
  all<{ id: number }>(
    t.tenant.db,
    "SELECT id FROM ticket WHERE connection_id = ? ORDER BY id DESC",
    connectionId,
  )[0]?.id ?? 0;
const giveToAna = (ticketId: number) =>
  run(
    t.tenant.db,
    "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?",
    t.ana.actor.id,
    t.queueId,
    ticketId,
  );
const page = async (ticketId: number, query = "?scope=connection", api = t.asAna): Promise<MessagePage> =>
  (await api.get(`/messages/${ticketId}${query}`)).body;
const bodies = ({ messages }: MessagePage) => messages.map(({ body }) => body);

describe("a customer who writes to two numbers of the company", () => {
  test("a ticket shows only the messages of its own connection", async () => {
    giveToAna(other);
    say(t.connectionId, "Quero comprar");
    expect(bodies(await page(t.ticketId))).toEqual(["Oi", "Quero comprar"]);
    expect(bodies(await page(other))).toEqual(["Oi, suporte"]);
    expect((await page(t.ticketId)).count).toBe(2);
  });

  test("scope=all lists the messages of all connections in one order, each with its connection", async () => {
    giveToAna(other);
    say(t.connectionId, "Quero comprar");
    say(second, "Meu pedido quebrou");
    const whole = await page(t.ticketId, "?scope=all");
    expect(bodies(whole)).toEqual(["Oi", "Oi, suporte", "Quero comprar", "Meu pedido quebrou"]);
    expect(whole.messages.map(({ whatsappId }) => whatsappId)).toEqual([
      t.connectionId,
      second,
      t.connectionId,
      second,
    ]);
    expect(whole.count).toBe(4);
    expect(bodies(await page(t.ticketId, ""))).toEqual(bodies(whole));
  });

  test("a page names another connection only if the caller may read messages of that connection", async () => {
    expect((await page(t.ticketId)).otherConnections).toEqual([]);
    expect((await page(t.ticketId, "?scope=connection", t.asAdmin)).otherConnections).toEqual([
      { id: second, name: "Suporte", channel: "whatsapp" },
    ]);
    giveToAna(other);
    expect((await page(t.ticketId)).otherConnections).toMatchObject([{ name: "Suporte" }]);
  });

  test("consecutive pages of both scopes have no gap and no repeated message", async () => {
    giveToAna(other);
    for (let round = 0; round < 30; round += 1) {
      say(t.connectionId, `loja ${round}`);
      say(second, `suporte ${round}`);
    }
    for (const [scope, total] of [
      ["connection", 31],
      ["all", 62],
    ] as const) {
      const seen: number[] = [];
      for (let number = 1; ; number += 1) {
        const { messages, hasMore } = await page(t.ticketId, `?scope=${scope}&pageNumber=${number}`);
        seen.unshift(...messages.map(({ id }) => id));
        if (!hasMore) break;
      }
      expect(seen).toHaveLength(total);
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
      const { messages } = await page(t.ticketId, `?scope=${scope}&after=${seen[9]}`);
      expect(messages.map(({ id }) => id)).toEqual(seen.slice(10, 30));
    }
  });

  test("a ticket that was moved to another number still shows its first messages", async () => {
    const third = testConnection(t.tenant, { name: "Nova loja" });
    const moved = await t.asAdmin.put(`/tickets/${t.ticketId}`, { whatsappId: third });
    expect(moved.status).toBe(200);
    say(third, "Agora por aqui");
    const { messages, count, otherConnections } = await page(t.ticketId);
    expect(messages.map(({ body }) => body)).toEqual(["Oi", "Agora por aqui"]);
    expect(count).toBe(2);
    expect(otherConnections).toEqual([]);
  });

  test("a deleted connection is shown with its name in the whole history", async () => {
    giveToAna(other);
    run(t.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1 WHERE id = ?", other);
    const admin = testUser(t.tenant, { name: "Dona", profile: "admin" });
    deleteConnection(admin, second, null);
    expect((await page(t.ticketId)).otherConnections).toMatchObject([{ name: "Suporte" }]);
  });

  test("the typing indicator does not refer to a message of a connection from which the ticket was moved", () => {
    const third = testConnection(t.tenant, { name: "Nova loja" });
    const before = storedTicket(t.tenant.db, t.ticketId);
    expect(lastCustomerProviderId(t.tenant, before)).not.toBeNull();
    expect(lastCustomerProviderId(t.tenant, { id: before.id, connectionId: third })).toBeNull();
  });
});

describe("a quote", () => {
  const quoting = (id: number | undefined) => t.post({ body: "Sobre isto", quotedMsg: { id } });
  const last = async (ticketId: number): Promise<MessageAnswer | undefined> =>
    (await page(ticketId, "?scope=connection", t.asAdmin)).messages.at(-1);

  test("a quote of a message from another connection is refused before anything is stored", async () => {
    giveToAna(other);
    const before = t.texts();
    const quoted = await quoting((await last(other))?.id);
    expect(quoted).toMatchObject({ status: 400, body: { error: "ERR_QUOTE_OTHER_CONNECTION" } });
    expect(t.texts()).toEqual(before);
    expect((await quoting((await last(t.ticketId))?.id)).status).toBe(200);
  });

  test("a quote of a deleted or failed message is refused", async () => {
    const gone = await last(t.ticketId);
    run(t.tenant.db, "UPDATE message SET deleted_at = 1, deleted_by = 'contact' WHERE id = ?", gone?.id ?? 0);
    expect((await quoting(gone?.id)).body.error).toBe("ERR_QUOTE_NOT_POSSIBLE");
    const { message } = (await t.post({ body: "Não saiu" })).body;
    await settle();
    run(t.tenant.db, "UPDATE message SET send_state = 'failed' WHERE id = ?", message.id);
    expect((await quoting(message.id)).body.error).toBe("ERR_QUOTE_NOT_POSSIBLE");
  });

  test("a quote of a message deleted while the reply is queued does not contain its text", async () => {
    run(t.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
    const quoted = (await last(t.ticketId))?.id ?? 0;
    expect((await quoting(quoted)).status).toBe(200);
    const row = outboxById(t.tenant.db, one<{ id: number }>(t.tenant.db, NEWEST_SEND)?.id ?? 0) as OutboxRow;
    expect((await compose(t.tenant, row, { channel: "whatsapp", provider: "beta" })).quoted).toMatchObject({
      body: "Oi",
    });
    run(t.tenant.db, "UPDATE message SET deleted_at = 1, deleted_by = 'contact' WHERE id = ?", quoted);
    expect((await compose(t.tenant, row, { channel: "whatsapp", provider: "beta" })).quoted).toBeNull();
  });
});

describe("running tickets of the contact on other connections", () => {
  const elsewhere = async (api = t.asAna) => (await api.get(`/tickets/${t.ticketId}/elsewhere`)).body;

  test("running tickets on other connections are listed with their attendant to users who may see them", async () => {
    giveToAna(other);
    expect(await elsewhere()).toEqual([
      {
        seen: {
          id: other,
          uuid: expect.any(String),
          status: "open",
          user: { id: t.ana.actor.id, name: "Ana" },
          whatsapp: { id: second, name: "Suporte" },
          channel: "whatsapp",
        },
      },
    ]);
  });

  test("users who may not see a running ticket learn only that it exists, and nothing once it is closed", async () => {
    const hidden = testQueue(t.tenant, "Diretoria");
    run(t.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", hidden, other);
    expect(await elsewhere()).toEqual([{ seen: null }]);
    run(t.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1 WHERE id = ?", other);
    expect(await elsewhere()).toEqual([]);
  });
});

test("every query of a conversation follows the order of an index, without a scan or a sort", () => {
  // Pages by number sort the ids of the index; the names of connections are not read from messages.
  const {
    nth: _nth,
    nthOfConnection: _nthOfConnection,
    connectionNames: _names,
    placeOf: _placeOf,
    ...checked
  } = timelineSql;
  type Statement = Pick<Query, "text" | "names" | "isNumbered">;
  const statements = Object.entries(checked).flatMap(([name, statement]): [string, Statement][] =>
    "older" in statement
      ? [
          [name, statement.older],
          [name, statement.newer],
        ]
      : [[name, statement]],
  );
  const plans = statements.map(([name, { text, names, isNumbered }]) => {
    const values = isNumbered
      ? [Object.fromEntries(names.map((_, index) => [index + 1, 1]))]
      : names.map(() => 1);
    const steps = prepared(t.tenant.db.$client, `EXPLAIN QUERY PLAN ${text}`).all(...values) as {
      detail: string;
    }[];
    return [name, steps.map(({ detail }) => detail).join("; ")] as const;
  });
  expect(plans.length).toBeGreaterThan(8);
  for (const [name, plan] of plans) {
    expect(plan, name).toMatch(
      name === "ofTicket"
        ? /SEARCH m USING INDEX message_ticket \(ticket_id=\? AND place[<>]\?\)/
        : /SEARCH (m|message) USING (COVERING )?INDEX message_timeline \(contact_id=\?/,
    );
    expect(plan, name).not.toMatch(/SCAN m\b|SCAN message\b|TEMP B-TREE/);
  }
});
