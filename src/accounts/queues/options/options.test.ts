import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { IntegrationExistsPort, PromptExistsPort } from "#accounts/queues/answerers.ts";
import { run } from "#platform/db/database.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import type { OptionAnswer } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  const boss = testUser(tenant, { profile: "admin" });
  const queueId = testQueue(tenant);
  const admin = app.api(boss);
  const add = async (title: string, fields: object = {}) =>
    (await admin.post("/queue-options", { queueId, title, ...fields })).body as OptionAnswer;
  return { tenant, admin, queueId, add, tree: () => drawn(admin, queueId) };
};

/** The tree as text: `1 Vendas (1 Preços 2 Prazos)`. */
async function drawn(api: Api, queueId: number): Promise<string> {
  const draw = (nodes: readonly OptionAnswer[]): string =>
    nodes
      .map(
        ({ option, title, children }) =>
          `${option} ${title}${children.length > 0 ? ` (${draw(children)})` : ""}`,
      )
      .join(" ");
  return draw((await api.get(`/queue-options?queueId=${queueId}`)).body);
}

describe("queue option", () => {
  test("an option is added at the end, with the default action", async () => {
    const { add, admin, queueId } = setUp();
    const first = await add("  Vendas ");
    expect(first).toMatchObject({
      title: "Vendas",
      option: "1",
      message: "",
      queueId,
      parentId: null,
      action: "say",
      maxTries: 3,
      autoAdvance: false,
      fallbackQueueId: null,
      mediaPath: null,
      children: [],
    });
    expect((await add("Preços", { parentId: first.id })).option).toBe("1");
    expect((await add("Outros", { option: 9, parentId: -1 })).option).toBe("9");
    expect((await add("Suporte", { parentId: "" })).option).toBe("3");
    const list = (await admin.get(`/queue-options?queueId=${queueId}&parentId=-1`)).body as OptionAnswer[];
    expect(list.map(({ title }) => title)).toEqual(["Vendas", "Suporte", "Outros"]);
    expect(list[0]?.children.map(({ title }) => title)).toEqual(["Preços"]);
    const below = (await admin.get(`/queue-options?queueId=${queueId}&parentId=${first.id}`)).body;
    expect(below.map(({ title }: OptionAnswer) => title)).toEqual(["Preços"]);
  });

  test("an option is ordered by number, not as text", async () => {
    const { add, tree } = setUp();
    for (const option of [10, "2", 9]) await add(`N${option}`, { option });
    expect(await tree()).toBe("2 N2 9 N9 10 N10");
  });

  test("an option keeps fields that were not sent", async () => {
    const { add, admin } = setUp();
    const made = await add("Vendas", { message: "Escolha", maxTries: 5, autoAdvance: true });
    const changed = await admin.put(`/queue-options/${made.id}`, { title: "Comercial" });
    expect(changed.body).toEqual({ ...made, title: "Comercial" });
    expect((await admin.put(`/queue-options/${made.id}`, { message: null })).body.message).toBe("");
  });

  test("an option has a number unique among its siblings, when added and when moved", async () => {
    const { add, admin, tree } = setUp();
    const first = await add("A");
    const second = await add("B");
    const below = await add("C", { parentId: first.id, option: 2 });
    const taken = { status: 409, body: { error: "ERR_NAME_IN_USE" } };
    expect(
      await admin.post("/queue-options", { queueId: first.queueId, title: "D", option: "01" }),
    ).toMatchObject(taken);
    expect(await admin.put(`/queue-options/${second.id}`, { option: 1 })).toMatchObject(taken);
    expect(await admin.put(`/queue-options/${below.id}`, { parentId: null })).toMatchObject(taken);
    expect(await tree()).toBe("1 A (2 C) 2 B");
  });

  test("an option is rejected with the name of the wrong field", async () => {
    const { add, admin, queueId, tree } = setUp();
    const node = await add("A");
    const other = (await setUpIn(node)).id;
    const wrong: [object, object][] = [
      [{ title: "" }, { title: "required" }],
      [{ title: "x".repeat(51) }, { title: "too_long" }],
      [{ title: "<img src=x>" }, { title: "invalid" }],
      [{ option: 0 }, { option: "invalid" }],
      [{ option: "#" }, { option: "invalid" }],
      [{ option: 1000 }, { option: "invalid" }],
      [{ message: "x".repeat(4001) }, { message: "too_long" }],
      [{ maxTries: 0 }, { maxTries: "invalid" }],
      [{ action: "dance" }, { action: "invalid" }],
      [{ action: "queue" }, { targetQueueId: "required" }],
      [{ action: "user", targetQueueId: queueId }, { targetUserId: "required" }],
      [{ parentId: 4711 }, { parentId: "invalid" }],
      [{ parentId: other }, { parentId: "invalid" }],
    ];
    for (const [fields, expected] of wrong) {
      const sent = { queueId, title: "B", ...fields };
      expect((await admin.post("/queue-options", sent)).body.details?.fields).toEqual(expected);
      expect((await admin.put(`/queue-options/${node.id}`, fields)).body.details?.fields).toEqual(expected);
    }
    expect((await admin.put(`/queue-options/${node.id}`, { queueId: 4711 })).body.details.fields).toEqual({
      queueId: "invalid",
    });
    expect(await tree()).toBe("1 A");

    async function setUpIn(beside: OptionAnswer): Promise<OptionAnswer> {
      const made = (await admin.post("/queue", { name: "Outra fila", color: "#123" })).body;
      expect(made.id).not.toBe(beside.queueId);
      return (await admin.post("/queue-options", { queueId: made.id, title: "Lá" })).body;
    }
  });

  test("an option accepts only targets of the company", async () => {
    const { tenant, admin, queueId, add } = setUp();
    const elsewhere = setUp();
    const theirs = testQueue(elsewhere.tenant);
    run(tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", testUser(tenant).actor.id);
    const gone = testUser(tenant).actor.id - 1;
    const refused: [object, string][] = [
      [{ action: "queue", targetQueueId: theirs + 50 }, "ERR_NO_QUEUE_FOUND"],
      [{ fallbackQueueId: theirs + 50 }, "ERR_NO_QUEUE_FOUND"],
      [{ action: "user", targetUserId: 4711 }, "ERR_NO_USER_FOUND"],
      [{ action: "user", targetUserId: gone }, "ERR_NO_USER_FOUND"],
      [{ action: "tag", targetTagId: 4711 }, "ERR_NOT_FOUND"],
      [{ action: "integration", integrationId: 1 }, "ERR_NOT_FOUND"],
      [{ action: "prompt", promptId: 1 }, "ERR_NOT_FOUND"],
    ];
    for (const [fields, error] of refused)
      expect(await admin.post("/queue-options", { queueId, title: "B", ...fields })).toMatchObject({
        status: 404,
        body: { error },
      });
    const person = testUser(tenant).actor.id;
    const node = await add("Ana", { action: "user", targetUserId: person, targetQueueId: queueId });
    expect(node).toMatchObject({ action: "user", targetUserId: person, targetQueueId: null });
    const back = await admin.put(`/queue-options/${node.id}`, { action: "say" });
    expect(back.body).toMatchObject({ action: "say", targetUserId: null });
  });

  test("an option accepts an integration or a prompt that exists", async () => {
    const { admin, queueId } = setUp();
    const { ports } = app.installation;
    ports.plug(IntegrationExistsPort, (_, id) => id === 5);
    ports.plug(PromptExistsPort, (_, id) => id === 6);
    const post = (fields: object) => admin.post("/queue-options", { queueId, title: "B", ...fields });
    expect((await post({ action: "integration", integrationId: 5 })).body.integrationId).toBe(5);
    expect((await post({ action: "prompt", promptId: 5 })).status).toBe(404);
    expect((await admin.put(`/queue/${queueId}`, { promptId: 6 })).body.promptId).toBe(6);
    ports.plug(IntegrationExistsPort, () => false);
    ports.plug(PromptExistsPort, () => false);
  });
});

describe("moving an option", () => {
  test("a moved option renumbers its siblings, which keep their set of numbers", async () => {
    const { add, admin, tree } = setUp();
    const nodes = [await add("A"), await add("B"), await add("C", { option: 9 })];
    const move = (index: number, position: number) =>
      admin.put(`/queue-options/${nodes[index]?.id}`, { position });
    expect((await move(2, 0)).body.option).toBe("1");
    expect(await tree()).toBe("1 C 2 A 9 B");
    await move(2, 99);
    expect(await tree()).toBe("1 A 2 B 9 C");
    await move(0, 1);
    expect(await tree()).toBe("1 B 2 A 9 C");
  });

  test("an option moved below another one takes its descendants along; the old siblings close the gap", async () => {
    const { add, admin, tree } = setUp();
    const [a, b] = [await add("A"), await add("B")];
    await add("C");
    await add("A1", { parentId: a.id });
    const under = await add("B1", { parentId: b.id });
    await add("B11", { parentId: under.id });
    await admin.put(`/queue-options/${b.id}`, { parentId: a.id, position: 0 });
    expect(await tree()).toBe("1 A (1 B (1 B1 (1 B11)) 2 A1) 2 C");
    await admin.put(`/queue-options/${under.id}`, { parentId: -1, position: 1 });
    expect(await tree()).toBe("1 A (1 B 2 A1) 2 B1 (1 B11) 3 C");
  });

  test("an option cannot be moved below itself or beyond the eighth level", async () => {
    const { add, admin, tree, queueId } = setUp();
    const chain: OptionAnswer[] = [];
    for (let n = 1; n <= 8; n += 1) chain.push(await add(`N${n}`, { parentId: chain.at(-1)?.id ?? null }));
    const invalid = { status: 400, body: { details: { fields: { parentId: "invalid" } } } };
    const before = await tree();
    expect(
      await admin.post("/queue-options", { queueId, title: "N9", parentId: chain[7]?.id }),
    ).toMatchObject(invalid);
    for (const at of [0, 3, 7])
      expect(await admin.put(`/queue-options/${chain[0]?.id}`, { parentId: chain[at]?.id })).toMatchObject(
        invalid,
      );
    const pair = await add("P");
    await add("P1", { parentId: pair.id });
    expect(
      await admin.put(`/queue-options/${pair.id}`, { parentId: chain[6]?.id, position: 0 }),
    ).toMatchObject(invalid);
    expect(await tree()).toBe(`${before} 2 P (1 P1)`);
    expect(
      (await admin.put(`/queue-options/${pair.id}`, { parentId: chain[5]?.id, position: 0 })).status,
    ).toBe(200);
  });

  test("an option can be moved after its target was deleted", async () => {
    const { add, admin, queueId } = setUp();
    const target = (await admin.post("/queue", { name: "Alvo", color: "#456" })).body.id;
    const node = await add("A", { action: "queue", targetQueueId: target });
    expect((await admin.delete(`/queue/${target}`)).status).toBe(200);
    const moved = await admin.put(`/queue-options/${node.id}`, { position: 0, title: "Fica" });
    expect(moved.body).toMatchObject({ title: "Fica", targetQueueId: null, queueId });
  });
});

describe("deleting an option", () => {
  test("deleting an option deletes its descendants", async () => {
    const { add, admin, tree } = setUp();
    const a = await add("A");
    const b = await add("B", { parentId: a.id });
    await add("C", { parentId: b.id });
    await add("D");
    expect((await admin.delete(`/queue-options/${a.id}`)).body).toHaveProperty("message");
    expect(await tree()).toBe("2 D");
    expect((await admin.delete(`/queue-options/${b.id}`)).body.error).toBe("ERR_NOT_FOUND");
  });
});

describe("access to options", () => {
  test("options are read by every user of the company and changed by admins only", async () => {
    const { tenant, queueId, add, tree } = setUp();
    const node = await add("A");
    for (const profile of ["user", "supervisor"] as const) {
      const api = app.api(testUser(tenant, { profile }));
      expect(await drawn(api, queueId)).toBe("1 A");
      const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
      expect(await api.post("/queue-options", { queueId, title: "B" })).toMatchObject(refused);
      expect(await api.put(`/queue-options/${node.id}`, { title: "B" })).toMatchObject(refused);
      expect(await api.delete(`/queue-options/${node.id}`)).toMatchObject(refused);
    }
    const stranger = setUp().admin;
    const missing = 4000 + queueId;
    expect((await stranger.get(`/queue-options?queueId=${missing}`)).body.error).toBe("ERR_NO_QUEUE_FOUND");
    expect((await stranger.put(`/queue-options/${node.id + 4000}`, { title: "B" })).status).toBe(404);
    expect((await stranger.delete(`/queue-options/${node.id + 4000}`)).status).toBe(404);
    expect((await stranger.post("/queue-options", { queueId: missing, title: "B" })).body.error).toBe(
      "ERR_NO_QUEUE_FOUND",
    );
    expect(await tree()).toBe("1 A");
  });
});

describe("broadcasts of options", () => {
  test("every change of an option is broadcast as a change of its queue", async () => {
    const { tenant, add, admin, queueId } = setUp();
    const person = testUser(tenant);
    const socket = await app.socket(person);
    const { id } = await add("A");
    expect((await socket.event("queue", "update")).record).toMatchObject({ id: queueId, hasOptions: true });
    await admin.delete(`/queue-options/${id}`);
    await app.settled(person, socket);
    expect(socket.events("queue").at(-1)?.["record"]).toMatchObject({ hasOptions: false });
    socket.close();
  });
});
