import { expect, test } from "bun:test";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { sampleNode as node } from "./test-tree.ts";
import { OptionTree } from "./tree-model.ts";
import type { Nodes } from "./tree-shape.ts";

/** A tree of a server whose answer the test changes. */
function setUp(first: Nodes) {
  const server = { nodes: first, failing: null as Error | null };
  const calls: string[] = [];
  const failures: unknown[] = [];
  const answer = async <T>(line: string, value: T): Promise<T> => {
    calls.push(line);
    if (server.failing) throw server.failing;
    return value;
  };
  const optionCalls: OptionCalls = {
    tree: async () => answer("tree", server.nodes),
    add: async (body) => answer(`add ${JSON.stringify(body)}`, node(9)),
    change: async (id, body) => answer(`change ${id} ${JSON.stringify(body)}`, node(id)),
    remove: async (id) => answer(`remove ${id}`, { message: "" }),
    putFile: async (id) => answer(`putFile ${id}`, node(id)),
    removeFile: async (id) => answer(`removeFile ${id}`, node(id)),
  };
  const tree = new OptionTree({ queueId: 1, calls: optionCalls, onFailure: (error) => failures.push(error) });
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  const stop = tree.open(live.socket);
  return { tree, server, calls, failures, stop, ...live };
}

test("a new option is added last, expanded and selected, with its title field open", async () => {
  const { tree, server, calls } = setUp([node(1)]);
  await settle();
  tree.toggle(1, false);
  server.nodes = [node(1, [node(9)])];
  await tree.add(1, "Nova opção");
  expect(calls).toContain('add {"queueId":1,"parentId":1,"title":"Nova opção"}');
  expect(tree.rows.value.map(({ node: { id } }) => id)).toEqual([1, 9]);
  expect([tree.chosen.value?.node.id, tree.renaming.value]).toEqual([9, 9]);
});

test("an empty or unchanged title of an option sends no request", async () => {
  const { tree, calls } = setUp([node(1)]);
  await settle();
  await tree.rename(node(1), "  ");
  await tree.rename(node(1), " N1 ");
  expect(calls).toEqual(["tree"]);
  await tree.rename(node(1), " Vendas ");
  expect(calls).toEqual(["tree", 'change 1 {"title":"Vendas"}', "tree"]);
});

test("a moved option is shown at its new position; a refused move shows an error and changes nothing", async () => {
  const { tree, server, failures } = setUp([node(1), node(2)]);
  await settle();
  server.nodes = [node(2, [], { option: "1" }), node(1, [], { option: "2" })];
  expect((await tree.move(2, { parentId: null, position: 0 }))?.index).toBe(0);
  server.failing = new Error("refused");
  expect(await tree.move(2, { parentId: 1, position: 0 })).toBeNull();
  expect(failures).toEqual([server.failing]);
  expect(tree.rows.value.map(({ node: { id } }) => id)).toEqual([2, 1]);
});

test("changes of colleagues reload the option tree, and only a changed tree restarts the preview", async () => {
  const { tree, server, calls, emit } = setUp([node(1)]);
  await settle();
  expect(tree.version.value).toBe(1);
  emit("queue", { action: "update", record: { id: 1 } });
  emit("queue", { action: "update", record: { id: 2 } });
  await settle();
  expect(calls).toEqual(["tree", "tree"]);
  expect(tree.version.value).toBe(1);
  server.nodes = [node(1), node(2)];
  emit("queue", { action: "update", record: { id: 1 } });
  await settle();
  expect([tree.version.value, tree.rows.value.length]).toEqual([2, 2]);
});

test("an option tree that failed to load shows an error and can be loaded again", async () => {
  const { tree, server, failures } = setUp([]);
  server.failing = new Error("no");
  await tree.reload();
  await settle();
  expect(tree.state.value === "error" || failures.length > 0).toBe(true);
  server.failing = null;
  await tree.reload();
  expect(tree.state.value).toBe("ready");
});

test("the option tree selects its first option at the start, a neighbour after a deletion, none when it is empty", async () => {
  const { tree, server } = setUp([node(1), node(2), node(3, [node(31)])]);
  await settle();
  expect(tree.chosen.value?.node.id).toBe(1);
  server.nodes = [node(1), node(3, [node(31)])];
  await tree.remove(2);
  expect(tree.chosen.value?.node.id).toBe(3);
  server.nodes = [node(1), node(3)];
  await tree.remove(31);
  expect(tree.chosen.value?.node.id).toBe(3);
  server.nodes = [node(1)];
  await tree.remove(3);
  expect(tree.chosen.value?.node.id).toBe(1);
  server.nodes = [];
  await tree.remove(1);
  expect(tree.chosen.value).toBeNull();
});
