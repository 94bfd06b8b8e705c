import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { networkId, phone, wrote } from "#inbox/messages/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

describe("automatic texts", () => {
  const texts = () =>
    all<{ body: string; origin: string }>(
      t.tenant.db,
      "SELECT body, origin FROM message WHERE from_me = 1 ORDER BY id",
    );
  const put = (body: object, api = t.asAna) => api.put(`/tickets/${t.ticketId}`, body);
  /** Longer than the time in which a closed ticket is reused, and than the lifetime of a token. */
  const later = () => {
    t.app.clock.advance(120 * 60_000);
    t.asAna = t.app.api(t.ana);
  };
  const pending = () =>
    run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = ?", t.ticketId);

  test("accepting a ticket sends the greeting in the attendant's name when the setting is on", async () => {
    pending();
    writeSetting(t.tenant, "sendGreetingAccepted", "enabled");
    await put({ status: "open", userId: t.ana.actor.id });
    expect(texts()).toEqual([
      {
        body: "*Mensagem automática*\nBoa tarde, Maria! Aqui é Ana e vou cuidar do seu atendimento a partir de agora.",
        origin: "system",
      },
    ]);
  });

  test("transferring a ticket sends one text that names the new queue and attendant", async () => {
    writeSetting(t.tenant, "sendMsgTransfTicket", "enabled");
    const support = testQueue(t.tenant, "Suporte");
    await put({ queueId: support });
    expect(texts()).toEqual([
      {
        body: "*Mensagem automática*\nSeu atendimento foi encaminhado para o setor *Suporte*. Aguarde um instante, por favor.",
        origin: "system",
      },
    ]);
  });

  test("a silent take-over sends no text; a take-over that is not silent sends the text of a transfer", async () => {
    writeSetting(t.tenant, "sendMsgTransfTicket", "enabled");
    const boss = testUser(t.tenant, { name: "Chefe", profile: "admin" });
    const take = (by: typeof boss, body: object) =>
      t.app.api(by).post(`/tickets/${t.ticketId}/take-over`, body);
    await put({ status: "open", userId: t.ana.actor.id });
    const before = texts().length;
    expect((await take(boss, { fromUserId: t.ana.actor.id, silent: true })).status).toBe(200);
    expect(texts()).toHaveLength(before);
    const other = testUser(t.tenant, { name: "Outra", profile: "admin" });
    expect((await take(other, { fromUserId: boss.actor.id })).status).toBe(200);
    expect(
      texts()
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([expect.stringContaining("*Outra*")]);
  });

  test("closing a ticket sends the farewell of the queue, else of the connection; a silent close sends none", async () => {
    const close = async (body: object = {}) => {
      await put({ status: "closed", ...body });
      t.app.clock.advance(5_000);
      await t.app.app.runJob("close_settle");
    };
    run(t.tenant.db, "UPDATE connection SET completion_message = 'Até logo, {{nome}}!'");
    await close();
    expect(texts().at(-1)?.body).toBe("Até logo, Maria Souza!");
    later();
    t.ticketId = t.begin();
    run(t.tenant.db, "UPDATE queue SET completion_message = 'Vendas agradece'");
    await close();
    expect(texts().at(-1)?.body).toBe("Vendas agradece");
    later();
    t.ticketId = t.begin();
    await close({ silent: true });
    expect(texts()).toHaveLength(2);
  });

  test("a connection without queues sends its greeting once per ticket, and once after a backlog of messages", async () => {
    run(t.tenant.db, "UPDATE connection SET greeting_message = 'Bem-vindo, {{firstName}}'");
    t.customer = { name: "Rui Alves", identities: [phone("5511922221111")] };
    t.receive(
      ...["um", "dois", "três"].map((body) =>
        wrote(t.customer, body, t.app.clock.now(), { providerId: networkId() }),
      ),
    );
    t.receive(wrote(t.customer, "quatro", t.app.clock.now()));
    const said = all<{ body: string; fromMe: number }>(
      t.tenant.db,
      "SELECT body, from_me AS fromMe FROM message WHERE contact_id = (SELECT max(id) FROM contact) ORDER BY id",
    );
    expect(said.map(({ body }) => body)).toEqual(["um", "dois", "três", "Bem-vindo, Rui", "quatro"]);
  });

  test("a connection with one queue sends that queue's greeting, and its own greeting before it when the setting is on", async () => {
    run(t.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", t.connectionId, t.queueId);
    run(t.tenant.db, "UPDATE connection SET greeting_message = 'Loja'");
    run(t.tenant.db, "UPDATE queue SET greeting_message = 'Setor {{fila}}'");
    const newcomer = (number: string) => {
      t.customer = { name: "Rui", identities: [phone(number)] };
      t.receive(wrote(t.customer, "Oi", t.app.clock.now()));
      return texts().map(({ body }) => body);
    };
    expect(newcomer("5511922220001")).toEqual(["Setor Vendas"]);
    writeSetting(t.tenant, "sendGreetingMessageOneQueues", "enabled");
    expect(newcomer("5511922220002")).toEqual(["Setor Vendas", "Loja", "Setor Vendas"]);
  });

  test("old messages, groups and contacts with the bot disabled get no automatic text", () => {
    run(t.tenant.db, "UPDATE connection SET greeting_message = 'Bem-vindo'");
    t.customer = { name: "Rui", identities: [phone("5511922220003")] };
    t.receive(wrote(t.customer, "Oi", t.app.clock.now() - 13 * 60 * 60_000));
    run(t.tenant.db, "UPDATE contact SET disable_bot = 1");
    t.receive(wrote(t.customer, "Oi?", t.app.clock.now()));
    expect(texts()).toEqual([]);
  });
});
