import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { about } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { becomesTrue, settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

describe("edits, deletions and reactions", () => {
  test("deleting a queued message cancels its send; deleting a sent one also deletes it on the customer's phone", async () => {
    run(t.tenant.db, "UPDATE connection SET status = 'OPENING'");
    const waiting = (await t.post({ body: "ainda não" })).body.message;
    expect((await t.asAna.delete(`/messages/${waiting.id}`)).status).toBe(200);
    run(t.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
    const gone = (await t.post({ body: "já foi" })).body.message;
    await t.accepted(gone);
    const deletion = t.asAna.delete(`/messages/${gone.id}`);
    await becomesTrue(() => t.provider.sent.length === 2);
    const [, revoke] = t.provider.sent;
    expect(revoke?.content).toMatchObject({ type: "revoke", targetFromMe: true });
    t.receive(
      about(t.customer, "ack", revoke?.providerId ?? "", { at: t.app.clock.now(), ack: 1, error: null }),
    );
    expect((await deletion).status).toBe(200);
    const mine = (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages.slice(1);
    expect(mine).toMatchObject([
      { isDeleted: true, body: "" },
      { isDeleted: true, body: "" },
    ]);
    const admins = (await t.asAdmin.get(`/messages/${t.ticketId}`)).body.messages.slice(1);
    expect(admins[1]).toMatchObject({ isDeleted: true, body: "*Ana:*\njá foi" });
  });

  test("a deletion refused by the network is reported and reverted", async () => {
    const gone = (await t.post({ body: "já foi" })).body.message;
    await t.accepted(gone);
    t.provider.answers.send = () => ({ state: "refused", code: "ERR_DELETE_WAPP_MSG", detail: "too old" });
    expect(await t.asAna.delete(`/messages/${gone.id}`)).toMatchObject({
      status: 400,
      body: { error: "ERR_DELETE_WAPP_MSG" },
    });
    expect((await t.asAna.get(`/messages/${t.ticketId}`)).body.messages[1]).toMatchObject({
      isDeleted: false,
      body: "*Ana:*\njá foi",
    });
  });

  test("only the author may delete a message, within 60 hours", async () => {
    const gone = (await t.post({ body: "já foi" })).body.message;
    await t.accepted(gone);
    expect((await t.asAdmin.delete(`/messages/${gone.id}`)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await t.asAna.delete("/messages/999999")).body.error).toBe("ERR_NO_MESSAGE_FOUND");
    run(t.tenant.db, "UPDATE message SET created_at = created_at - 61 * 3600000 WHERE id = ?", gone.id);
    expect((await t.asAna.delete(`/messages/${gone.id}`)).body.error).toBe("ERR_DELETE_WAPP_MSG");
  });

  test("a text can be edited for 15 minutes, and its earlier version is kept", async () => {
    const message = (await t.post({ body: "Custa 10" })).body.message;
    expect((await t.asAna.put(`/messages/${message.id}`, { body: "x" })).body.error).toBe(
      "ERR_NOT_SUPPORTED",
    );
    await t.accepted(message);
    const edited = await t.asAna.put(`/messages/${message.id}`, { body: "Custa 12" });
    expect(edited.body).toMatchObject({
      body: "*Ana:*\nCusta 12",
      isEdited: true,
      edits: [{ body: "*Ana:*\nCusta 10" }],
    });
    await settle();
    expect(t.provider.sent.at(-1)?.content).toMatchObject({ type: "edit", text: "*Ana:*\nCusta 12" });
    run(t.tenant.db, "UPDATE message SET created_at = created_at - 15 * 60000 - 1 WHERE id = ?", message.id);
    expect((await t.asAna.put(`/messages/${message.id}`, { body: "x" })).body.error).toBe(
      "ERR_NOT_SUPPORTED",
    );
  });

  test("an attendant's reaction is sent to the network and can be removed", async () => {
    const [theirs] = (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages;
    const reacted = await t.asAna.put(`/messages/${theirs.id}/reaction`, { emoji: "👍" });
    expect(reacted.body.reactions).toMatchObject([{ authorId: "me", emoji: "👍" }]);
    await settle();
    expect(t.provider.sent.at(-1)?.content).toMatchObject({
      type: "reaction",
      emoji: "👍",
      targetFromMe: false,
    });
    expect((await t.asAna.put(`/messages/${theirs.id}/reaction`, { emoji: "muito" })).status).toBe(400);
    expect((await t.asAna.put(`/messages/${theirs.id}/reaction`, { emoji: "" })).body.reactions).toEqual([]);
  });
});
