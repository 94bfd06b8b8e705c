import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { retryMessage } from "#inbox/messages/change/retry.ts";
import { messageJobs } from "#inbox/messages/jobs.ts";
import { writeMessage } from "#inbox/messages/send/write.ts";
import { about, joao, maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { updateTicket } from "#inbox/tickets/transitions/update.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";
import { SenderPort } from "./sender-port.ts";

let s: Scene;
let ana: UserCtx;
let queueId: number;
beforeEach(() => {
  s = scene();
  queueId = testQueue(s.tenant, "Vendas");
  ana = testUser(s.tenant, { name: "Ana", queueIds: [queueId] });
  ana = { ...ana, actor: { ...ana.actor, signMessages: false } };
});
afterEach(() => s.close());

const now = () => s.clock.now();
/** Creates an open ticket of Ana with this customer. */
const talkWith = (customer: typeof maria): number => {
  s.receive(wrote(customer, "Oi", now()));
  const id = s.row<{ id: number }>("SELECT id FROM ticket ORDER BY id DESC LIMIT 1")?.id ?? 0;
  run(
    s.tenant.db,
    "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?",
    ana.actor.id,
    queueId,
    id,
  );
  return id;
};
const say = (ticketId: number, body: string) =>
  writeMessage(ana, { ticketId, body, quotedId: null, clientMessageId: undefined });
const sentTexts = () =>
  s.provider.sent.map(({ content }) => (content.type === "text" ? content.text : content.type));
const state = (id: number) =>
  s.row<{ state: string; error: string | null; ack: number; provider: string | null }>(
    "SELECT send_state AS state, send_error AS error, ack, provider_id AS provider FROM message WHERE id = ?",
    id,
  );
const pass = async (ms: number) => {
  s.clock.advance(ms);
  await sweep();
};
const sweep = async () => {
  await messageJobs.find((job) => job.name === "outbox")?.run(s.installation);
  await s.settle();
};
const status = (value: string) => run(s.tenant.db, "UPDATE connection SET status = ?", value);
const interval = (ms: number) => run(s.tenant.db, "UPDATE connection SET send_interval_ms = ?", ms);
const reconnect = async () => {
  const open = { statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
  status("CONNECTED");
  s.tenant.write((unit) =>
    unit.emit(SessionChanged, {
      connectionId: s.connectionId,
      before: { ...open, status: "OPENING" },
      after: { ...open, status: "CONNECTED" },
    }),
  );
  await s.settle();
};

describe("the outbox", () => {
  test("a send stores its provider id beforehand and is `sent` once the network accepts it", async () => {
    const ticket = talkWith(maria);
    const message = say(ticket, "Bom dia");
    expect(state(message.id)).toMatchObject({ state: "queued", ack: 0 });
    s.provider.answers.send = (outgoing) => {
      expect(state(message.id)).toMatchObject({ state: "sending", provider: outgoing.providerId });
      return { state: "written" };
    };
    await s.settle();
    expect(s.provider.sent).toMatchObject([
      { to: "5511987654321@s.whatsapp.net", content: { text: "Bom dia" } },
    ]);
    expect(state(message.id)?.state).toBe("sending");
    s.receive(about(maria, "ack", state(message.id)?.provider ?? "", { at: now(), ack: 1, error: null }));
    expect(state(message.id)).toMatchObject({ state: "sent", ack: 1 });
  });

  test("a send repeated after a power cut has the same provider id", async () => {
    const { id } = say(talkWith(maria), "Chegou?");
    await s.settle();
    expect(s.provider.sent).toHaveLength(1);
    run(
      s.tenant.db,
      "UPDATE outbox SET state = 'queued', provider_id = NULL, next_try_at = 0 WHERE message_id = ?",
      id,
    );
    await pass(1000);
    expect(s.provider.sent).toHaveLength(2);
    expect(s.provider.sent[1]?.providerId).toBe(s.provider.sent[0]?.providerId ?? "");
  });

  test("the messages of a connection are sent in order, 250 ms apart", async () => {
    const ticket = talkWith(maria);
    for (const text of ["um", "dois", "três"]) say(ticket, text);
    await s.settle();
    expect(sentTexts()).toEqual(["um"]);
    s.clock.advance(249);
    await s.settle();
    expect(sentTexts()).toEqual(["um"]);
    s.clock.advance(1);
    await s.settle();
    expect(sentTexts()).toEqual(["um", "dois"]);
    s.clock.advance(250);
    await s.settle();
    expect(sentTexts()).toEqual(["um", "dois", "três"]);
  });

  test("a clock that jumps ahead and is set back does not hold up messages", async () => {
    const ticket = talkWith(maria);
    const before = s.clock.now();
    s.clock.set(before + 600_000);
    say(ticket, "um");
    await s.settle();
    s.clock.set(before);
    say(ticket, "dois");
    await s.settle();
    expect(sentTexts()).toEqual(["um"]);
    s.clock.advance(250);
    await s.settle();
    expect(sentTexts()).toEqual(["um", "dois"]);
  });

  test("messages queued while the clock was ahead are sent when it is set back, immediately and after a reconnect", async () => {
    const [ticket, other] = [talkWith(maria), talkWith(joao)];
    const before = s.clock.now();
    s.clock.set(before + 600_000);
    await sweep();
    for (const text of ["um", "dois"]) say(ticket, text);
    await s.settle();
    s.clock.set(before);
    await sweep();
    await pass(250);
    expect(sentTexts()).toEqual(["um", "dois"]);

    s.clock.set(before + 600_000);
    status("OPENING");
    say(other, "três");
    await s.settle();
    s.clock.set(before + 1000);
    await reconnect();
    for (let turn = 0; turn < 3; turn += 1) await pass(250);
    expect(sentTexts()).toContain("três");
  });

  test("a connection without a send interval sends to different chats in parallel, but one message at a time to each", async () => {
    interval(0);
    const [first, second] = [talkWith(maria), talkWith(joao)];
    const gates: (() => void)[] = [];
    s.provider.answers.send = () =>
      new Promise((resolve) => void gates.push(() => resolve({ state: "written" })));
    for (const text of ["m1", "m2"]) say(first, text);
    for (const text of ["j1", "j2"]) say(second, text);
    await s.settle();
    expect(sentTexts()).toEqual(["m1", "j1"]);
    gates[1]?.();
    await s.settle();
    expect(sentTexts()).toEqual(["m1", "j1", "j2"]);
    gates[0]?.();
    await s.settle();
    expect(sentTexts()).toEqual(["m1", "j1", "j2", "m2"]);
  });

  test("messages written by people are sent before automatic messages", async () => {
    status("OPENING");
    run(s.tenant.db, "UPDATE connection SET greeting_message = 'Bem-vindo'");
    s.receive(wrote(joao, "Oi", now()));
    const ticket = talkWith(maria);
    say(ticket, "pessoa");
    await reconnect();
    await pass(250);
    await pass(250);
    expect(sentTexts()).toEqual(["pessoa", "Bem-vindo", "Bem-vindo"]);
  });
});

describe("network errors", () => {
  const failing = () => {
    s.provider.answers.send = () => ({ state: "retry", detail: "no route" });
  };

  test("a failing send is retried with growing pauses under the same id, and finally fails", async () => {
    const ticket = talkWith(maria);
    failing();
    const message = say(ticket, "Bom dia");
    await s.settle();
    for (const pause of [2000, 10_000, 30_000, 120_000]) await pass(pause);
    expect(s.provider.sent).toHaveLength(5);
    expect(state(message.id)?.state).toBe("queued");
    await pass(600_000);
    expect(new Set(s.provider.sent.map(({ providerId }) => providerId)).size).toBe(1);
    expect(state(message.id)).toMatchObject({ state: "failed", error: "ERR_SENDING_WAPP_MSG" });
    s.provider.answers.send = () => ({ state: "written" });
    retryMessage(ana, message.id);
    await s.settle();
    await pass(250);
    expect(s.provider.sent).toHaveLength(7);
    expect(state(message.id)).toMatchObject({ state: "sending", error: null });
  });

  test("a failing message delays only the later messages of its own chat", async () => {
    interval(0);
    const [first, second] = [talkWith(maria), talkWith(joao)];
    s.provider.answers.send = ({ content }) =>
      content.type === "text" && content.text === "m1" && s.provider.sent.length === 1
        ? { state: "retry", detail: "" }
        : { state: "written" };
    say(first, "m1");
    await s.settle();
    say(first, "m2");
    say(second, "j1");
    await s.settle();
    expect(sentTexts()).toEqual(["m1", "j1"]);
    await pass(2000);
    expect(sentTexts()).toEqual(["m1", "j1", "m1", "m2"]);
  });

  test("a send that the network refuses fails immediately, without a retry", async () => {
    const ticket = talkWith(maria);
    s.provider.answers.send = () => ({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT", detail: "gone" });
    const message = say(ticket, "Bom dia");
    await s.settle();
    expect(state(message.id)).toMatchObject({ state: "failed", error: "ERR_WAPP_INVALID_CONTACT" });
  });

  test("a refusal that arrives as a receipt marks the message as failed, too", async () => {
    const ticket = talkWith(maria);
    const message = say(ticket, "Bom dia");
    await s.settle();
    s.receive(about(maria, "ack", state(message.id)?.provider ?? "", { at: now(), ack: -1, error: "479" }));
    expect(state(message.id)).toMatchObject({ state: "failed", error: "ERR_SENDING_WAPP_MSG", ack: 0 });
    expect(s.row("SELECT error FROM outbox WHERE state = 'failed'")).toEqual({ error: "479" });
  });

  test("a send that the network does not accept in time is repeated under the same id", async () => {
    const ticket = talkWith(maria);
    say(ticket, "Bom dia");
    await s.settle();
    await pass(60_000);
    await pass(2000);
    expect(s.provider.sent).toHaveLength(2);
    expect(s.provider.sent[0]?.providerId).toBe(s.provider.sent[1]?.providerId ?? "");
  });
});

describe("an offline connection", () => {
  test("messages wait for an offline connection without counting attempts and are sent in order afterwards", async () => {
    const ticket = talkWith(maria);
    status("OPENING");
    for (const text of ["um", "dois"]) say(ticket, text);
    await pass(60_000);
    expect(s.provider.sent).toEqual([]);
    await reconnect();
    await pass(250);
    expect(sentTexts()).toEqual(["um", "dois"]);
    expect(s.rows("SELECT attempts FROM outbox")).toEqual([{ attempts: 0 }, { attempts: 0 }]);
  });

  test("sends in flight when the connection broke are repeated first, under the same ids", async () => {
    const ticket = talkWith(maria);
    say(ticket, "um");
    await s.settle();
    status("OPENING");
    say(ticket, "dois");
    await reconnect();
    await pass(250);
    await pass(250);
    expect(sentTexts()).toEqual(["um", "um", "dois"]);
    expect(s.provider.sent[1]?.providerId).toBe(s.provider.sent[0]?.providerId ?? "");
  });

  test("while a connection is offline, people's messages fail after a day and bot answers are cancelled after ten minutes", async () => {
    status("OPENING");
    run(s.tenant.db, "UPDATE connection SET greeting_message = 'Bem-vindo'");
    s.receive(wrote(joao, "Oi", now()));
    const ticket = talkWith(maria);
    const message = say(ticket, "Bom dia");
    await pass(11 * 60_000);
    expect(s.rows("SELECT send_state AS state FROM message WHERE origin = 'bot'")).toEqual([
      { state: "cancelled" },
      { state: "cancelled" },
    ]);
    expect(state(message.id)?.state).toBe("queued");
    await pass(24 * 60 * 60_000);
    expect(state(message.id)).toMatchObject({ state: "failed", error: "expired" });
  });
});

test("closing a ticket cancels its queued bot messages, but not messages of people", async () => {
  status("OPENING");
  run(s.tenant.db, "UPDATE connection SET greeting_message = 'Bem-vindo'");
  const ticket = talkWith(maria);
  say(ticket, "pessoa");
  updateTicket(ana, ticket, { status: "closed" });
  expect(s.rows("SELECT source, state FROM outbox ORDER BY id")).toEqual([
    { source: "bot", state: "cancelled" },
    { source: "message", state: "queued" },
  ]);
});

test("stopping the server waits for running sends and starts no new ones", async () => {
  const ticket = talkWith(maria);
  let finish = () => {};
  s.provider.answers.send = () =>
    new Promise((resolve) => {
      finish = () => resolve({ state: "written" });
    });
  say(ticket, "um");
  await s.settle();
  let over = false;
  const stopped = s.installation.ports
    .use(SenderPort)
    .stop()
    .then(() => {
      over = true;
    });
  say(ticket, "dois");
  await s.settle();
  expect(over).toBe(false);
  finish();
  await stopped;
  expect(sentTexts()).toEqual(["um"]);
  expect(s.rows("SELECT state FROM outbox ORDER BY id")).toEqual([{ state: "sending" }, { state: "queued" }]);
});

describe("a deleted connection", () => {
  test("queued sends of a deleted connection move to its replacement", async () => {
    const heir = testConnection(s.tenant, { name: "Herdeira" });
    status("OPENING");
    run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED' WHERE id = ?", heir);
    const message = say(talkWith(maria), "Bom dia");
    deleteConnection(s.admin, s.connectionId, heir);
    await s.settle();
    expect(sentTexts()).toEqual(["Bom dia"]);
    expect(s.row("SELECT connection_id AS id FROM message WHERE id = ?", message.id)).toEqual({ id: heir });
  });

  test("when a connection is deleted without a replacement, its queued sends fail and new events are ignored", async () => {
    status("OPENING");
    const ticket = talkWith(maria);
    const message = say(ticket, "Bom dia");
    updateTicket(ana, ticket, { status: "closed" });
    deleteConnection(s.admin, s.connectionId, null);
    expect(state(message.id)).toMatchObject({ state: "failed", error: "ERR_NO_WAPP_FOUND" });
    const before = s.rows("SELECT 1 FROM message").length;
    s.provider.deliver(s.key, wrote(maria, "ainda aí?", now()));
    await s.settle();
    expect(s.rows("SELECT 1 FROM message")).toHaveLength(before);
    expect(s.provider.accepted).toHaveLength(1);
  });
});
