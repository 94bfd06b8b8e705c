import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { storedTicket } from "#inbox/tickets/index.ts";
import { all, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";
import { ActionRefused, runActions } from "./run-actions.ts";

const t = talk();
beforeAll(t.start);
afterAll(t.stop);
beforeEach(() => t.meet());

const ticket = () => storedTicket(t.tenant.db, t.ticketId);
const reply = (text: string) => ({ action: "reply" as const, text, parameters: [] });
const rows = () =>
  all<{ body: string; origin: string; userId: number | null; held: number | null }>(
    t.tenant.db,
    "SELECT body, origin, user_id AS userId, held_until AS held FROM message WHERE from_me = 1 ORDER BY id",
  );

describe("replies of a list of actions", () => {
  test("a person's reply is signed, has its variables replaced and counts as human, and all replies are sent in the order of the list", async () => {
    const { id } = (
      await t.asAna.post("/quick-messages", { shortcode: "pix", message: "Pix: 123, {{queue}}" })
    ).body;
    runActions(t.ana, t.ticketId, [
      reply("Olá {{firstName}}!"),
      { action: "note", text: "Avisada" },
      { action: "reply", text: "", quickReplyId: id, parameters: [] },
    ]);
    await settle();
    expect(rows()).toMatchObject([
      { body: "*Ana:*\nOlá Maria!", origin: "user", userId: t.ana.actor.id },
      { body: "*Ana:*\nPix: 123, Vendas", origin: "user", userId: t.ana.actor.id },
    ]);
    expect(t.provider.sent.map(({ content }) => "text" in content && content.text)).toEqual(
      rows().map(({ body }) => body),
    );
    expect(ticket()).toMatchObject({ waitingSince: null, unreadMessages: 0 });
  });

  test("a person's reply is held for the person's undo window, and no later reply overtakes it", async () => {
    await t.asAna.put("/users/me/preferences", { undoSendSeconds: 10 });
    runActions(t.ana, t.ticketId, [reply("Um"), reply("Dois")]);
    await settle();
    expect([t.provider.sent.length, rows().map(({ held }) => held)]).toEqual([
      0,
      [t.app.clock.now() + 10_000, t.app.clock.now() + 10_000],
    ]);
    t.app.clock.advance(10_000);
    await settle();
    expect(t.provider.sent).toHaveLength(2);
  });

  test("when an action after a reply is refused, the reply is not sent", () => {
    const list = [reply("Olá"), { action: "tag_add" as const, tagIds: [999] }];
    expect(() => runActions(t.ana, t.ticketId, list)).toThrow(ActionRefused);
    expect(rows()).toEqual([]);
    const stranger = testUser(t.tenant, { queueIds: [t.queueId] });
    expect(() => runActions(stranger, t.ticketId, [reply("Olá")])).toThrow("ERR_NO_PERMISSION");
  });

  test("the text of a rule or sequence neither ends the wait, nor is the first response, nor switches a bot off", async () => {
    run(
      t.tenant.db,
      "UPDATE ticket SET status = 'pending', user_id = NULL, chatbot = 1 WHERE id = ?",
      t.ticketId,
    );
    const { waitingSince, botEndedAt } = ticket();
    expect(waitingSince).not.toBeNull();
    for (const writer of ["rule", "followup"] as const)
      runActions(t.ana, t.ticketId, [reply("Já vamos atender, {{firstName}}")], { writer });
    expect(rows()).toMatchObject([
      { body: "Já vamos atender, Maria", origin: "rule", userId: null, held: null },
      { body: "Já vamos atender, Maria", origin: "followup", userId: null, held: null },
    ]);
    expect(ticket()).toMatchObject({ waitingSince, chatbot: true, botEndedAt });
    expect(all(t.tenant.db, "SELECT 1 FROM ticket_period WHERE first_response_at IS NOT NULL")).toEqual([]);
    await settle();
    expect(t.provider.sent).toHaveLength(2);
  });

  test("a text is refused while the answer window is closed, and a template is sent instead", () => {
    run(t.tenant.db, "UPDATE connection SET provider = 'cloud'");
    run(t.tenant.db, "UPDATE ticket SET last_customer_message_at = 1");
    for (const writer of ["person", "rule"] as const)
      expect(() => runActions(t.ana, t.ticketId, [reply("Oi")], { writer })).toThrow("ERR_WINDOW_CLOSED");
    run(
      t.tenant.db,
      `INSERT INTO message_template (connection_id, name, language, category, status, components, synced_at)
       SELECT id, 'lembrete', 'pt_BR', 'UTILITY', 'APPROVED', '[{"type":"BODY","text":"Oi {{1}}, podemos seguir?"}]', 1 FROM connection`,
    );
    const template = { ...reply("Oi"), templateName: "lembrete", parameters: ["{{firstName}}"] };
    for (const writer of ["person", "rule"] as const) runActions(t.ana, t.ticketId, [template], { writer });
    expect(rows()).toMatchObject([
      { body: "Oi Maria, podemos seguir?", origin: "user" },
      { body: "Oi Maria, podemos seguir?", origin: "rule" },
    ]);
    expect(() =>
      runActions(t.ana, t.ticketId, [{ ...template, parameters: [] }], { writer: "rule" }),
    ).toThrow("ERR_TEMPLATE_VALUES");
  });

  test("a rule uses shared quick replies only", async () => {
    const { id } = (await t.asAna.post("/quick-messages", { shortcode: "meu", message: "Meu texto" })).body;
    const shared = (
      await t.asAdmin.post("/quick-messages", { shortcode: "nosso", message: "Nosso", geral: true })
    ).body.id;
    const quick = (quickReplyId: number) => [
      { action: "reply" as const, text: "", quickReplyId, parameters: [] },
    ];
    expect(() => runActions(t.ana, t.ticketId, quick(id), { writer: "rule" })).toThrow("ERR_NOT_FOUND");
    runActions(t.ana, t.ticketId, quick(shared), { writer: "rule" });
    expect(rows()).toMatchObject([{ body: "Nosso", origin: "rule" }]);
  });
});
