import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { png } from "#channels/media/testing.ts";
import type { ForwardAnswer } from "#inbox/messages/contract.ts";
import { phone, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

let people = 0;
/** Another open ticket of Ana's. */
const otherTicket = (status = "open"): number => {
  people += 1;
  t.receive(
    wrote(
      { name: `Pessoa ${people}`, identities: [phone(`551188${10_000_000 + people}`)] },
      "Olá",
      t.app.clock.now(),
    ),
  );
  const id = one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  const open = "UPDATE ticket SET status = ?, user_id = ?, queue_id = ? WHERE id = ?";
  run(t.tenant.db, open, status, t.ana.actor.id, t.queueId, id);
  return id;
};
const forward = async (
  messageIds: number[],
  ticketIds: number[],
  requestId: string = crypto.randomUUID(),
) => {
  const reply = await t.asAna.post("/messages/forward", { messageIds, ticketIds, requestId });
  expect(reply.status).toBe(200);
  return reply.body as ForwardAnswer;
};
const picture = async (name: string, body = "") => {
  const form = new FormData();
  form.set("body", body);
  form.append("medias", new Blob([new Uint8Array(await png())], { type: "image/png" }), name);
  return (await t.asAna.post(`/messages/${t.ticketId}`, form)).body.message.id as number;
};
const sentTo = (ticketId: number) =>
  all<{ body: string; kind: string | null }>(
    t.tenant.db,
    "SELECT body, media_type AS kind FROM message WHERE ticket_id = ? AND from_me = 1 ORDER BY id",
    ticketId,
  );
const theirs = () =>
  one<{ id: number }>(t.tenant.db, "SELECT id FROM message WHERE ticket_id = ?", t.ticketId)?.id ?? 0;

test("messages are forwarded to several tickets in order, unchanged, unsigned, and marked as forwarded on the network", async () => {
  const signed = (await t.post({ body: "Olá" })).body.message;
  await t.accepted(signed);
  run(t.tenant.db, "UPDATE message SET body = 'Preço: {{name}}' WHERE id = ?", theirs());
  const [first, second] = [otherTicket(), otherTicket()];
  t.provider.sent.length = 0;
  const { sent, failed, refused } = await forward([theirs(), signed.id], [first, second]);
  expect([sent.map(({ ticketId }) => ticketId), failed, refused]).toEqual([[first, second], [], []]);
  for (const id of [first, second])
    expect(sentTo(id).map(({ body }) => body)).toEqual(["Preço: {{name}}", "Olá"]);
  await settle();
  expect(t.provider.sent.map(({ forwarded }) => forwarded)).toEqual([true, true, true, true]);
});

test("a forwarded album arrives completely, once and in order, also when the call is repeated", async () => {
  const album = [
    await picture("1.png", "Um"),
    await picture("2.png", "Dois"),
    await picture("3.png", "Três"),
  ];
  const target = otherTicket();
  const requestId = crypto.randomUUID();
  const answers = [await forward(album, [target], requestId), await forward(album, [target], requestId)];
  expect(answers[1]?.sent[0]?.messages.map(({ id }) => id)).toEqual(
    answers[0]?.sent[0]?.messages.map(({ id }) => id) ?? [],
  );
  expect(sentTo(target)).toEqual([
    { body: "Um", kind: "image" },
    { body: "Dois", kind: "image" },
    { body: "Três", kind: "image" },
  ]);
});

test("a forward lists unusable tickets and messages with their reason, and sends the others", async () => {
  const place = theirs();
  // The connection is offline, so that the deletion does not wait for an outcome.
  run(t.tenant.db, "UPDATE connection SET status = 'OPENING'");
  const gone = (await t.post({ body: "apagada" })).body.message.id;
  await t.asAna.delete(`/messages/${gone}`);
  const missing = await picture("1.png");
  run(
    t.tenant.db,
    "UPDATE media_file SET state = 'missing' WHERE id = (SELECT media_id FROM message WHERE id = ?)",
    missing,
  );
  const text = (await t.post({ body: "vai" })).body.message.id;
  run(t.tenant.db, "UPDATE message SET media_type = 'locationMessage' WHERE id = ?", place);
  const [open, closed] = [otherTicket(), otherTicket("closed")];
  const { sent, failed, refused } = await forward(
    [place, gone, missing, 999_999, text],
    [open, closed, 888_888],
  );
  expect(refused).toEqual([
    { messageId: place, error: "ERR_NOT_SUPPORTED" },
    { messageId: gone, error: "ERR_NO_MESSAGE_FOUND" },
    { messageId: missing, error: "ERR_WAPP_DOWNLOAD_MEDIA" },
    { messageId: 999_999, error: "ERR_NO_MESSAGE_FOUND" },
  ]);
  expect(failed).toEqual([
    { ticketId: closed, error: "ERR_TICKET_CLOSED" },
    { ticketId: 888_888, error: "ERR_NO_TICKET_FOUND" },
  ]);
  expect(sent.map(({ ticketId }) => ticketId)).toEqual([open]);
  expect(sentTo(open)).toEqual([{ body: "vai", kind: null }]);
});

test("a message that the caller may not read is not forwarded", async () => {
  const target = otherTicket();
  const hidden = otherTicket();
  const secret =
    one<{ id: number }>(t.tenant.db, "SELECT id FROM message WHERE ticket_id = ?", hidden)?.id ?? 0;
  const other = testUser(t.tenant, { name: "Rui" }).actor.id;
  run(t.tenant.db, "UPDATE ticket SET user_id = ?, queue_id = NULL WHERE id = ?", other, hidden);
  const { sent, refused } = await forward([secret], [target]);
  expect([sent, refused]).toEqual([[], [{ messageId: secret, error: "ERR_NO_MESSAGE_FOUND" }]]);
  expect(sentTo(target)).toEqual([]);
});

test("a ticket gets all messages or none: a file that its channel cannot send fails the ticket", async () => {
  const target = otherTicket();
  const text = (await t.post({ body: "x".repeat(1500) })).body.message.id;
  run(t.tenant.db, "UPDATE ticket SET channel = 'instagram' WHERE id = ?", target);
  const short = (await t.post({ body: "curta" })).body.message.id;
  const { sent, failed } = await forward([short, text], [target]);
  expect([sent, failed]).toEqual([[], [{ ticketId: target, error: "ERR_VALIDATION" }]]);
  expect(sentTo(target)).toEqual([]);
});

test("a forwarded message can be undone like any other, and a call forwards at most 20 messages to 5 tickets", async () => {
  await t.asAna.put("/users/me/preferences", { undoSendSeconds: 3 });
  const target = otherTicket();
  const { sent } = await forward([theirs()], [target]);
  expect((await t.asAna.post(`/messages/${sent[0]?.messages[0]?.id}/undo`, {})).status).toBe(200);
  expect(t.provider.sent).toEqual([]);
  const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  for (const body of [
    { messageIds: many(21), ticketIds: [target] },
    { messageIds: [1], ticketIds: many(6) },
  ])
    expect(
      (await t.asAna.post("/messages/forward", { ...body, requestId: crypto.randomUUID() })).status,
    ).toBe(400);
});
