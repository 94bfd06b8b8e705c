import { expect, test } from "bun:test";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { createOptionDraft } from "./option-draft.ts";
import { sampleNode as node } from "./test-tree.ts";
import type { Nodes } from "./tree-shape.ts";

/** A server that records its requests; new options get ids from 100. */
function setUp(tree: Nodes) {
  const sent: string[] = [];
  const server = { failing: null as Error | null };
  let lastId = 99;
  const answer = async <T>(line: string, value: T): Promise<T> => {
    if (server.failing) throw server.failing;
    sent.push(line);
    return value;
  };
  const real: OptionCalls = {
    tree: async () => tree,
    add: async (body) => {
      lastId += 1;
      return answer(`add ${body.title} below ${body.parentId}`, node(lastId));
    },
    change: async (id, body) => answer(`change ${id} ${JSON.stringify(body)}`, node(id)),
    remove: async (id) => answer(`remove ${id}`, { message: "" }),
    putFile: async (id, file) => answer(`file ${id} ${file.name}`, node(id)),
    removeFile: async (id) => answer(`no file ${id}`, node(id)),
  };
  const draft = createOptionDraft(real);
  const shape = async () => {
    const walk = (nodes: Nodes): string =>
      nodes
        .map(
          ({ option, title, children }) =>
            `${option}:${title}${children.length > 0 ? `(${walk(children)})` : ""}`,
        )
        .join(" ");
    return walk(await draft.calls.tree(1));
  };
  return { draft, sent, server, shape };
}

test("changes of an option draft send no request before it is saved", async () => {
  const { draft, sent, shape } = setUp([node(1), node(2)]);
  await draft.calls.tree(1);
  const { id } = await draft.calls.add({ queueId: 1, parentId: 1, title: "Preços" });
  await draft.calls.change(2, { title: "Suporte", message: "Olá" });
  await draft.calls.remove(2);
  expect(await shape()).toBe("1:N1(1:Preços)");
  expect([sent, draft.dirty.value]).toEqual([[], true]);
  await draft.save();
  expect(sent).toEqual(["add Preços below 1", 'change 2 {"title":"Suporte","message":"Olá"}', "remove 2"]);
  expect([draft.dirty.value, draft.idOf(id)]).toEqual([false, 100]);
});

test("a new option below a new option is saved with the ids of the server", async () => {
  const { draft, sent } = setUp([]);
  await draft.calls.tree(1);
  const parent = await draft.calls.add({ queueId: 1, parentId: null, title: "Vendas" });
  const child = await draft.calls.add({ queueId: 1, parentId: parent.id, title: "Preços" });
  await draft.calls.change(child.id, { parentId: parent.id, position: 0 });
  await draft.save();
  expect(sent).toEqual([
    "add Vendas below null",
    "add Preços below 100",
    'change 101 {"parentId":100,"position":0}',
  ]);
});

test("a move in the option draft renumbers the options as the server does", async () => {
  const { draft, shape } = setUp([node(1), node(2), node(3)]);
  await draft.calls.tree(1);
  await draft.calls.change(3, { parentId: null, position: 0 });
  expect(await shape()).toBe("1:N3 2:N1 3:N2");
  await draft.calls.change(1, { parentId: 2, position: 0 });
  expect(await shape()).toBe("1:N3 2:N2(1:N1)");
});

test("the option draft refuses a number that a sibling has", async () => {
  const { draft } = setUp([node(1), node(2)]);
  await draft.calls.tree(1);
  expect(draft.calls.change(2, { option: "1" })).rejects.toMatchObject({ code: "ERR_NAME_IN_USE" });
});

test("when the server refuses a change of the option draft, that change stays a draft and earlier ones are not sent twice", async () => {
  const { draft, sent, server } = setUp([node(1)]);
  await draft.calls.tree(1);
  await draft.calls.add({ queueId: 1, parentId: null, title: "Preços" });
  await draft.save();
  await draft.calls.change(1, { title: "Vendas" });
  server.failing = new Error("refused");
  expect(draft.save()).rejects.toThrow("refused");
  await Promise.resolve();
  expect(draft.dirty.value).toBe(true);
  server.failing = null;
  await draft.save();
  expect(sent).toEqual(["add Preços below null", 'change 1 {"title":"Vendas"}']);
});

test("a preview gets the option draft, and no draft once it is saved", async () => {
  const { draft } = setUp([node(1), node(2)]);
  await draft.calls.tree(1);
  expect(draft.forPreview()).toBeUndefined();
  await draft.calls.change(2, { parentId: null, position: 0 });
  const { id } = await draft.calls.add({ queueId: 1, parentId: 2, title: "Preços" });
  expect(draft.changes.value).toBe(2);
  await draft.calls.change(id, { message: "Tabela" });
  expect(draft.forPreview()?.texts).toEqual([{ id, message: "Tabela" }]);
  expect(draft.forPreview()?.options.map((option) => [option.id, option.parentId, option.option])).toEqual([
    [2, null, "1"],
    [id, 2, "1"],
    [1, null, "2"],
  ]);
  await draft.save();
  expect(draft.forPreview()).toBeUndefined();
});
