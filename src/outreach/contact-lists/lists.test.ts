import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";
import { insertItem } from "./items/add-item.ts";
import { ListUsePort, unused } from "./list-use-port.ts";
import { addItem, newList, office } from "./testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

describe("a contact list", () => {
  test("an admin creates, finds, renames and deletes a list, with broadcasts to its readers", async () => {
    const desk = office(app);
    const socket = await app.socket(desk.user);
    const made = await desk.api.post("/contact-lists", { name: " Clientes São Paulo " });
    expect(made.body).toMatchObject({ name: "Clientes São Paulo", contactsCount: 0 });
    expect(await socket.event("ContactList", "create")).toMatchObject({ record: { id: made.body.id } });
    const found = await desk.api.get("/contact-lists?searchParam=SAO");
    expect(found.body).toMatchObject({ records: [{ id: made.body.id }], count: 1, hasMore: false });
    expect((await desk.api.get("/contact-lists?searchParam=rio")).body.records).toEqual([]);
    expect((await desk.api.put(`/contact-lists/${made.body.id}`, { name: "Novos" })).body.name).toBe("Novos");
    expect(await socket.event("ContactList", "update")).toMatchObject({ record: { name: "Novos" } });
    expect((await desk.api.delete(`/contact-lists/${made.body.id}`)).status).toBe(200);
    expect(await socket.event("ContactList", "delete")).toMatchObject({ id: made.body.id });
    expect((await desk.api.get(`/contact-lists/${made.body.id}`)).status).toBe(404);
    socket.close();
  });

  test("a list has a name of 2 to 50 characters, unique in the company", async () => {
    const desk = office(app);
    await newList(desk, "Natal");
    for (const [name, problem] of [
      ["a", "too_short"],
      ["x".repeat(51), "too_long"],
      ["", "required"],
    ])
      expect((await desk.api.post("/contact-lists", { name })).body).toMatchObject({
        error: "ERR_VALIDATION",
        details: { fields: { name: problem } },
      });
    expect(await desk.api.post("/contact-lists", { name: "NATAL" })).toMatchObject({
      status: 409,
      body: { error: "ERR_NAME_IN_USE" },
    });
    expect((await office(app).api.post("/contact-lists", { name: "Natal" })).status).toBe(200);
  });

  test("only admins may change lists, and other users may read them only with profile NAO", async () => {
    const desk = office(app);
    const id = await newList(desk);
    const item = await addItem(desk, id, "Ana", "5511912340001");
    const nao = app.api(testUser(desk.tenant, { profile: "NAO" }));
    expect((await nao.get(`/contact-list-items?contactListId=${id}`)).body.contacts).toHaveLength(1);
    for (const profile of ["user", "supervisor", "NAO"] as const) {
      const api = app.api(testUser(desk.tenant, { profile }));
      const calls = [
        api.post("/contact-lists", { name: "Minha" }),
        api.put(`/contact-lists/${id}`, { name: "Minha" }),
        api.delete(`/contact-lists/${id}`),
        api.post(`/contact-lists/${id}/fill`, {}),
        api.get(`/contact-lists/${id}/export`),
        api.delete(`/contact-list-items/${item.body.id}`),
        api.post("/contact-list-items/delete", { contactListId: id, ids: [item.body.id] }),
        ...(profile === "NAO" ? [] : [api.get("/contact-lists"), api.get(`/contact-lists/${id}`)]),
      ];
      for (const { status, body } of await Promise.all(calls))
        expect([status, body.error]).toEqual([403, "ERR_NO_PERMISSION"]);
    }
  });

  test("lists need campaigns in the plan and the provider's permission for the company", async () => {
    const without = app.company(undefined, { use_campaigns: 0 });
    const refused = { status: 403, body: { error: "ERR_PLAN_FEATURE" } };
    expect(await app.api(testUser(without, { profile: "admin" })).get("/contact-lists")).toMatchObject(
      refused,
    );
    const desk = office(app);
    expect((await desk.api.get("/contact-lists")).status).toBe(200);
    writeSetting(desk.tenant, "campaignsEnabled", "false");
    expect(await desk.api.get("/contact-lists")).toMatchObject(refused);
  });

  test("a list that a campaign needs cannot be deleted", async () => {
    const desk = office(app);
    const id = await newList(desk);
    app.installation.ports.plug(ListUsePort, { ...unused, contactList: (_, listId) => listId === id });
    expect(await desk.api.delete(`/contact-lists/${id}`)).toMatchObject({
      status: 409,
      body: { error: "ERR_LIST_IN_USE" },
    });
    app.installation.ports.plug(ListUsePort, unused);
    expect((await desk.api.delete(`/contact-lists/${id}`)).status).toBe(200);
  });
});

describe("a deleted list", () => {
  test("a deleted list disappears at once with its items and is then removed completely", async () => {
    const desk = office(app);
    const id = await newList(desk, "Grande");
    const left = () => one<{ n: number }>(desk.tenant.db, "SELECT count(*) AS n FROM contact_list_item")?.n;
    let last = 0;
    desk.tenant.write((unit) => {
      for (let index = 0; index < 1200; index += 1)
        last = insertItem(unit, id, { name: "Ana", number: String(551_132_300_000 + index), email: "" }) ?? 0;
    });
    await desk.api.delete(`/contact-lists/${id}`);
    expect((await desk.api.get(`/contact-list-items/${last}`)).status).toBe(404);
    expect((await desk.api.put(`/contact-list-items/${last}`, { name: "Bia" })).status).toBe(404);
    expect((await desk.api.get(`/contact-list-items?contactListId=${id}`)).status).toBe(404);
    await app.app.runJob("list_sweep");
    expect(left()).toBe(0);
    expect(await newList(desk, "Grande")).toBeGreaterThan(id);
  });
});

describe("an item of a contact list", () => {
  test("a number is in a list once, in any spelling", async () => {
    const desk = office(app);
    const id = await newList(desk);
    const first = await addItem(desk, id, "Ana", "+55 (11) 98765-4321", "ana@example.com");
    expect(first.body).toMatchObject({
      name: "Ana",
      number: "5511987654321",
      email: "ana@example.com",
      contactListId: id,
      companyId: desk.tenant.id,
      isWhatsappValid: null,
    });
    expect(await addItem(desk, id, "Outra", "551187654321")).toMatchObject({
      status: 409,
      body: { error: "ERR_DUPLICATED_CONTACT", details: { itemId: first.body.id } },
    });
    const other = await addItem(desk, id, "Bia", "5511987654322");
    expect(
      (await desk.api.put(`/contact-list-items/${other.body.id}`, { number: "5511987654321" })).status,
    ).toBe(409);
    expect((await addItem(desk, await newList(desk), "Ana", "5511987654321")).status).toBe(200);
  });

  test("an item needs a name of 2 to 50 and a number of 8 to 50 characters; its e-mail is valid or empty", async () => {
    const desk = office(app);
    const contactListId = await newList(desk);
    const good = { contactListId, name: "Ana", number: "5511912340001", email: "" };
    for (const [wrong, field, problem] of [
      [{ name: "A" }, "name", "too_short"],
      [{ name: "x".repeat(51) }, "name", "too_long"],
      [{ number: "1234567" }, "number", "too_short"],
      [{ number: "call me now" }, "number", "too_short"],
      [{ number: "1".repeat(51) }, "number", "too_long"],
      [{ email: "nada" }, "email", "invalid"],
    ] as const)
      expect((await desk.api.post("/contact-list-items", { ...good, ...wrong })).body).toMatchObject({
        error: "ERR_VALIDATION",
        details: { fields: { [field]: problem } },
      });
    expect((await desk.api.get(`/contact-lists/${contactListId}`)).body.contactsCount).toBe(0);
  });

  test("changes of an item are broadcast and counted", async () => {
    const desk = office(app);
    const id = await newList(desk);
    const socket = await app.socket(desk.user);
    const { body: item } = await addItem(desk, id, "Ana", "5511912340001");
    expect(await socket.event("ContactListItem", "create")).toMatchObject({ record: { id: item.id } });
    expect(await socket.event("ContactList", "update")).toMatchObject({ record: { id, contactsCount: 1 } });
    run(desk.tenant.db, "UPDATE contact_list_item SET is_whatsapp_valid = 1");
    await desk.api.put(`/contact-list-items/${item.id}`, { name: "Ana Maria" });
    expect(await socket.event("ContactListItem", "update")).toMatchObject({
      record: { name: "Ana Maria", isWhatsappValid: true },
    });
    const moved = await desk.api.put(`/contact-list-items/${item.id}`, { number: "5511912340002" });
    expect(moved.body.isWhatsappValid).toBeNull();
    await desk.api.delete(`/contact-list-items/${item.id}`);
    expect(await socket.event("ContactListItem", "delete")).toMatchObject({ id: item.id });
    expect((await desk.api.get(`/contact-lists/${id}`)).body.contactsCount).toBe(0);
    socket.close();
  });

  test("a search finds items by name, number and e-mail, and the pages return each item once", async () => {
    const desk = office(app);
    const id = await newList(desk);
    for (let index = 0; index < 45; index += 1)
      await addItem(desk, id, `Cliente ${String(index).padStart(2, "0")}`, `55119700000${10 + index}`);
    await addItem(desk, id, "João Ávila", "5521988887777", "joao@example.com");
    const names = new Set<string>();
    for (const pageNumber of [1, 2, 3]) {
      const { body } = await desk.api.get(`/contact-list-items?contactListId=${id}&pageNumber=${pageNumber}`);
      expect([body.count, body.hasMore]).toEqual([46, pageNumber < 3]);
      for (const { name } of body.contacts) names.add(name);
    }
    expect(names.size).toBe(46);
    for (const text of ["joao avila", "JOAO@", "(21) 98888-7777"]) {
      const search = encodeURIComponent(text);
      const { body } = await desk.api.get(`/contact-list-items?contactListId=${id}&searchParam=${search}`);
      expect([text, body.count, body.contacts[0]?.name]).toEqual([text, 1, "João Ávila"]);
    }
    expect((await desk.api.get(`/contact-list-items?contactListId=${id}&validity=valid`)).body.count).toBe(0);
    expect((await desk.api.get("/contact-list-items?contactListId=999999")).status).toBe(404);
    expect((await desk.api.get("/contact-list-items")).status).toBe(400);
  });

  test("several items are deleted in one request, only from the given list", async () => {
    const desk = office(app);
    const [id, other] = [await newList(desk), await newList(desk)];
    const ids = [];
    for (const last of [1, 2, 3]) ids.push((await addItem(desk, id, "Ana", `551191234000${last}`)).body.id);
    const kept = (await addItem(desk, other, "Ana", "5511912340001")).body.id;
    const gone = await desk.api.post("/contact-list-items/delete", {
      contactListId: id,
      ids: [ids[0], ids[1], kept],
    });
    expect(gone.body).toEqual({ deleted: 2 });
    expect((await desk.api.get(`/contact-lists/${id}`)).body.contactsCount).toBe(1);
    expect((await desk.api.get(`/contact-lists/${other}`)).body.contactsCount).toBe(1);
  });

  test("the items of an erased contact are removed from all lists", async () => {
    const desk = office(app);
    const id = await newList(desk);
    const contact = testContact(desk.tenant, { name: "Ana", number: "551132320001" });
    await addItem(desk, id, "Ana", "551132320001");
    await addItem(desk, id, "Bia", "551132320002");
    expect((await desk.api.delete(`/contacts/${contact}`)).status).toBe(200);
    const { body } = await desk.api.get(`/contact-list-items?contactListId=${id}`);
    expect(body.contacts.map(({ name }: { name: string }) => name)).toEqual(["Bia"]);
  });
});

describe("an exported contact list", () => {
  test("an exported list has the columns of the import and no formulas", async () => {
    const desk = office(app);
    const id = await newList(desk);
    await addItem(desk, id, "=HYPERLINK(1)", "5511912340001");
    await addItem(desk, id, "Bia; filha", "5511912340002", "b@example.com");
    run(desk.tenant.db, "UPDATE contact_list_item SET is_whatsapp_valid = 0 WHERE name LIKE 'Bia%'");
    const { body, headers } = await desk.api.get(`/contact-lists/${id}/export`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(String(body).replace("\ufeff", "").split("\r\n")).toEqual([
      "Nome;Número;E-mail;WhatsApp",
      `"'=HYPERLINK(1)";5511912340001;;`,
      '"Bia; filha";5511912340002;b@example.com;não',
      "",
    ]);
  });
});
