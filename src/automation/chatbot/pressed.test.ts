import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { type Pressable, pressables } from "#simulator/graph/cloud-calls.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { testQueue } from "#test/helpers/installation.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, type PagesOffice, pagesOffice, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { optionRow } from "./testing.ts";

// Menus with pressable options, tested with the real drivers against the simulated Graph API.
let place: PagesApp;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());

/**
 * Adds these queues and a greeting to the connection; the second queue has an option tree of one node with two
 * leaves.
 */
function furnish(tenant: Tenant, connectionId: number, names: readonly string[]): number[] {
  run(tenant.db, "UPDATE connection SET greeting_message = 'Olá, {{firstName}}!' WHERE id = ?", connectionId);
  const queues = names.map((name) => testQueue(tenant, name));
  queues.forEach((id, index) => {
    run(tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", connectionId, id);
    run(
      tenant.db,
      "UPDATE queue SET greeting_message = ?, order_queue = ? WHERE id = ?",
      `Setor ${names[index]}`,
      index,
      id,
    );
  });
  const second = queues[1] ?? 0;
  const bills = optionRow(tenant, second, { title: "Boletos", option: "1", message: "Qual deles?" });
  optionRow(tenant, second, {
    title: "Segunda via do boleto atrasado",
    option: "1",
    parent_id: bills,
    message: "Já envio.",
  });
  return queues;
}
const ticketOf = (tenant: Tenant) =>
  one<{ queueId: number | null; chatbot: number; optionId: number | null }>(
    tenant.db,
    "SELECT queue_id AS queueId, chatbot, queue_option_id AS optionId FROM ticket ORDER BY id DESC LIMIT 1",
  );
const bodies = (tenant: Tenant) =>
  all<{ body: string }>(tenant.db, "SELECT body FROM message ORDER BY id").map(({ body }) => body);

describe("menus on an official number", () => {
  let office: OfficialOffice;
  let customer: ReturnType<OfficialOffice["customer"]>;
  beforeEach(async () => {
    office = await officialOffice(place);
    customer = office.customer();
  });
  const sent = () => cloudOf(place.graph.book).sent.filter(({ number }) => number === office.number);
  const last = () => sent().at(-1) as SentByCloud;
  const kind = () => (last().body["interactive"] as { type: string } | undefined)?.type ?? last().type;
  const titles = () => pressables(last()).map(({ title }) => title);
  const option = (title: string) => pressables(last()).find((each) => each.title === title) as Pressable;
  /** Presses an option within two seconds of the menu, as customers do. */
  const press = async (option: Pressable, how: "list_reply" | "button_reply" = "list_reply") => {
    place.app.clock.advance(1200);
    customer.presses(option, how);
    await quiet(place.graph);
  };
  const write = async (text: string) => {
    place.app.clock.advance(5000);
    customer.writes(text);
    await quiet(place.graph);
  };

  test("menus on an official number are buttons for up to three options, and the conversation shows the pressed ones", async () => {
    const [, support] = furnish(office.tenant, office.connectionId, ["Comercial", "Suporte"]);
    writeSetting(office.tenant, "chatBotType", "button");
    await write("Oi");
    expect([kind(), titles()]).toEqual(["button", ["Comercial", "Suporte"]]);
    await press(option("Suporte"), "button_reply");
    expect([kind(), titles()]).toEqual(["button", ["Boletos", "Menu inicial"]]);
    await press(option("Boletos"), "button_reply");
    // Titles longer than twenty characters are sent as a list, whose description has the full title.
    expect([kind(), titles()]).toEqual(["list", ["Segunda via do boleto a…", "Voltar", "Menu inicial"]]);
    const [row] = pressables(last());
    expect(row?.description).toBe("Segunda via do boleto atrasado");
    await press(row as Pressable);
    expect(ticketOf(office.tenant)).toMatchObject({ queueId: support ?? 0, chatbot: 0 });
    expect(bodies(office.tenant)).toEqual([
      "Oi",
      "Olá, Maria!\n\n*1* - Comercial\n*2* - Suporte",
      "Suporte",
      "Setor Suporte\n\n*1* - Boletos\n*#* - Menu inicial",
      "Boletos",
      "Qual deles?\n\n*1* - Segunda via do boleto atrasado\n*0* - Voltar\n*#* - Menu inicial",
      "Segunda via do boleto atrasado",
      "Já envio.",
    ]);
    const failed = all(office.tenant.db, "SELECT id FROM message WHERE send_state = 'failed'");
    expect(failed).toEqual([]);
  });

  test("menus on an official number are a list for up to ten options and text beyond; typed numbers and names still count", async () => {
    const names = ["Comercial", "Suporte", "Financeiro", "Trocas"];
    const queues = furnish(office.tenant, office.connectionId, names);
    writeSetting(office.tenant, "chatBotType", "list");
    await write("Oi");
    expect([kind(), titles()]).toEqual(["list", names]);
    await write("3");
    expect(ticketOf(office.tenant)?.queueId).toBe(queues[2] ?? 0);
    for (let more = 5; more <= 11; more++)
      run(
        office.tenant.db,
        "INSERT INTO connection_queue VALUES (?, ?)",
        office.connectionId,
        testQueue(office.tenant, `Setor ${more}`),
      );
    await write("#");
    expect(kind()).toBe("text");
    expect((last().body["text"] as { body: string }).body).toContain("*11* - Trocas");
  });

  test("menus on an official number keep the meaning of an option pressed in an older menu", async () => {
    const [sales] = furnish(office.tenant, office.connectionId, ["Comercial", "Suporte"]);
    writeSetting(office.tenant, "chatBotType", "list");
    await write("Oi");
    const menu = pressables(last());
    await press(menu[1] as Pressable);
    await press(option("Boletos"));
    await press(menu[0] as Pressable);
    expect(ticketOf(office.tenant)).toMatchObject({ queueId: sales ?? 0, chatbot: 0 });
    // The bot has ended: a pressed option is a message to the attendant.
    const before = sent().length;
    await press(menu[1] as Pressable);
    expect([sent().length, bodies(office.tenant).at(-1)]).toEqual([before, "Suporte"]);
  });

  test('menus on an official number have no buttons when the setting is "text"', async () => {
    furnish(office.tenant, office.connectionId, ["Comercial", "Suporte"]);
    await write("Oi");
    expect(kind()).toBe("text");
  });
});

describe.each(["facebook", "instagram"] as const)("%s", (channel) => {
  let office: PagesOffice;
  const person = () => (channel === "facebook" ? office.maria : office.joao);
  const last = () => place.graph.book.sent.filter(({ to }) => to === person().id).at(-1);

  test("%s gets the whole menu as text with quick replies", async () => {
    office = await pagesOffice(place);
    const connectionId = channel === "facebook" ? office.facebookId : office.instagramId;
    const [, support] = furnish(office.tenant, connectionId, ["Comercial", "Suporte"]);
    writeSetting(office.tenant, "chatBotType", "button");
    person().writes("Oi");
    await quiet(place.graph);
    expect(last()?.text).toContain("*1* - Comercial\n*2* - Suporte");
    expect(last()?.quickReplies.map(({ title }) => title)).toEqual(["Comercial", "Suporte"]);
    const [, reply] = last()?.quickReplies ?? [];
    place.app.clock.advance(1000);
    person().picks(reply ?? { title: "", payload: "" });
    await quiet(place.graph);
    expect(ticketOf(office.tenant)).toMatchObject({ queueId: support ?? 0, chatbot: 1 });
    expect(bodies(office.tenant).at(-2)).toBe("Suporte");
    place.app.clock.advance(5000);
    person().writes("1");
    await quiet(place.graph);
    expect(last()?.text).toContain("Qual deles?");
    // The echo of a sent message does not create a second message.
    expect(bodies(office.tenant)).toHaveLength(6);
  });
});
