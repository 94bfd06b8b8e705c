import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import type { GraphPerson } from "#simulator/graph/people.ts";
import { type PagesApp, type PagesOffice, pagesOffice, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let world: PagesApp;
beforeAll(async () => {
  world = await startPagesApp();
});
afterAll(() => world.stop());

describe.each(["facebook", "instagram"] as const)("a conversation on %s", (channel) => {
  let office: PagesOffice;
  let person: GraphPerson;
  beforeAll(async () => {
    office = await pagesOffice(world);
    person = channel === "facebook" ? office.maria : office.joao;
    const connectionId = channel === "facebook" ? office.facebookId : office.instagramId;
    run(
      office.tenant.db,
      "UPDATE connection SET greeting_message = 'Olá, {{firstName}}! Escolha:' WHERE id = ?",
      connectionId,
    );
    const second = run(
      office.tenant.db,
      "INSERT INTO queue (name, color, created_at, updated_at) VALUES ('Suporte', '#123456', 0, 0)",
    ).id;
    for (const queueId of [office.queueId, second])
      run(office.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", connectionId, queueId);
  });
  const said = () => world.graph.book.sent.filter(({ to }) => to === person.id);
  const last = () =>
    one<Record<string, unknown>>(office.tenant.db, "SELECT * FROM message ORDER BY id DESC LIMIT 1");
  const ticket = () =>
    one<{ id: number; status: string; queueId: number | null; windowed: number | null }>(
      office.tenant.db,
      "SELECT id, status, queue_id AS queueId, last_customer_message_at AS windowed FROM ticket",
    );
  const take = () =>
    run(office.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", office.ana.actor.id);

  test("a conversation begins with the sender's name and the menu of the connection", async () => {
    person.writes("Oi");
    await quiet(world.graph);
    const names = all<{ name: string; number: string | null }>(
      office.tenant.db,
      "SELECT name, number FROM contact",
    );
    expect(names).toEqual([{ name: channel === "facebook" ? "Maria Souza" : "João Lima", number: null }]);
    const first = channel === "facebook" ? "Maria" : "João";
    expect(said().at(-1)?.text).toContain(`Olá, ${first}! Escolha:`);
    expect(said().at(-1)?.text).toContain("Vendas");
    expect(ticket()).toMatchObject({ status: "pending", queueId: null });
  });

  test("a ticket enters the queue whose menu number the customer sends", async () => {
    world.app.clock.advance(5000);
    person.writes("1");
    await quiet(world.graph);
    expect(ticket()?.queueId).toBe(office.queueId);
  });

  test("a pressed button is stored as its text, and a reply with the quoted message", async () => {
    take();
    person.presses("Falar com vendas");
    await quiet(world.graph);
    expect(last()?.["body"]).toBe("Falar com vendas");
    const about = said().at(-1);
    person.writes("Isso mesmo", { replyTo: about?.mid ?? "" });
    await quiet(world.graph);
    const quoted = one<{ id: string }>(
      office.tenant.db,
      "SELECT provider_id AS id FROM message WHERE id = ?",
      Number(last()?.["quoted_id"]),
    );
    expect(quoted?.id).toBe(about?.mid ?? "");
  });

  test("a received photo is downloaded at once and stored with its detected type", async () => {
    person.sends("image", world.graph.book.addFile(PNG, "image/png", "foto.png"));
    await quiet(world.graph);
    const file = () =>
      one<{ state: string; mime: string; size: number }>(
        office.tenant.db,
        "SELECT state, mime_type AS mime, size FROM media_file ORDER BY id DESC LIMIT 1",
      );
    await becomesTrue(() => file()?.state === "stored");
    expect(file()).toEqual({ state: "stored", mime: "image/png", size: PNG.length });
    expect(last()).toMatchObject({ media_type: "image", body: "" });
  });

  test("a photo is sent as an attachment, followed by its text", async () => {
    const form = new FormData();
    form.set("medias", new File([PNG], "vitrine.png", { type: "image/png" }));
    form.set("body", "Nossa vitrine");
    const answer = await office.asAna.post(`/messages/${ticket()?.id}`, form);
    expect(answer.status).toBe(200);
    await quiet(world.graph);
    world.app.clock.advance(3000);
    await quiet(world.graph);
    const [file, text] = said().slice(-2);
    expect(world.graph.book.files.get(file?.attachment?.fileId ?? "")?.bytes.length).toBe(PNG.length);
    expect(text?.text).toContain("Nossa vitrine");
  });

  test("reactions and deletions by the customer are shown", async () => {
    const mid = person.writes("Apago já");
    await quiet(world.graph);
    person.reacts(said().at(-1)?.mid ?? "", "❤");
    person.deletes(mid);
    await quiet(world.graph);
    expect(last()?.["deleted_at"]).not.toBeNull();
    const loved = one<{ reactions: string }>(
      office.tenant.db,
      "SELECT reactions FROM message WHERE provider_id = ?",
      said().at(-1)?.mid ?? "",
    );
    expect(loved?.reactions).toContain("❤");
  });

  test("only attendants may write after 24 hours, no one after 7 days, and the error contains the reason", async () => {
    world.app.clock.advance(25 * 60 * 60_000);
    const late = await office.asAna.post(`/messages/${ticket()?.id}`, { body: "Desculpe a demora" });
    expect(late.status).toBe(200);
    await quiet(world.graph);
    expect(said().at(-1)).toMatchObject({ tag: "HUMAN_AGENT" });
    const aWeekAgo = world.app.clock.now() - 7 * 24 * 60 * 60_000;
    run(office.tenant.db, "UPDATE ticket SET last_customer_message_at = ?", aWeekAgo);
    const over = await office.asAna.post(`/messages/${ticket()?.id}`, { body: "Ainda aí?" });
    expect([over.status, over.body.error]).toEqual([400, "ERR_WINDOW_CLOSED"]);
  });

  test("a text longer than the network's limit is rejected and not stored", async () => {
    person.writes("Voltei");
    await quiet(world.graph);
    const { status, body } = await office.asAna.post(`/messages/${ticket()?.id}`, {
      body: "a".repeat(channel === "facebook" ? 2001 : 1001),
    });
    expect([status, body.error]).toEqual([400, "ERR_VALIDATION"]);
  });
});

test("a contact whose profile request is rejected gets a name with the last digits of their id", async () => {
  const office = await pagesOffice(world);
  const shy = world.graph.person({ page: office.page, on: "page" }, "Sem Nome", "7000001234");
  const profile = world.graph.book.profiles.get(shy.id);
  if (profile) profile.refused = true;
  shy.writes("Oi");
  await quiet(world.graph);
  expect(one<{ name: string }>(office.tenant.db, "SELECT name FROM contact")?.name).toBe("Contato 001234");
});
