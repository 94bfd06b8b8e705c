import { expect, test } from "bun:test";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { TodoModel } from "./todo-model.ts";
import type { Task, TaskStore } from "./todo-store.ts";

/** A simulated browser storage, which outlives the models. */
function browser(): TaskStore & { readonly rows: Map<string, Task> } {
  const rows = new Map<string, Task>();
  return {
    rows,
    load: async (person) => [...rows].filter(([key]) => key.startsWith(`${person}/`)).map(([, task]) => task),
    put: async (person, task) => void rows.set(`${person}/${task.id}`, task),
    remove: async (person, id) => void rows.delete(`${person}/${id}`),
  };
}

async function open(store = browser(), person = "7:1") {
  let now = 1_000;
  let ids = store.rows.size;
  const model = new TodoModel({
    person,
    store,
    now: () => {
      now += 1;
      return now;
    },
    newId: () => {
      ids += 1;
      return `task-${ids}`;
    },
  });
  await model.load();
  const add = (text: string) => {
    model.text.value = text;
    model.submit();
  };
  const texts = () => model.tasks.value.map(({ text }) => text);
  return { model, store, add, texts };
}

test("a task is added with its time, newest first, and blank text is ignored", async () => {
  const { model, add, texts } = await open();
  add("  Ligar para a Marina  ");
  add("   ");
  add("Enviar o orçamento");
  expect(texts()).toEqual(["Enviar o orçamento", "Ligar para a Marina"]);
  expect(model.tasks.value[1]).toMatchObject({ createdAt: 1_001, updatedAt: 1_001, done: false });
  expect(model.text.value).toBe("");
});

test("a task that is added while the list is being read stays in it", async () => {
  const store = browser();
  const earlier = await open(store);
  earlier.add("Enviar o orçamento");
  await settle();
  const model = new TodoModel({ person: "7:1", store, now: () => 2_000, newId: () => "task-new" });
  const loaded = model.load();
  model.text.value = "Ligar para a Marina";
  model.submit();
  await loaded;
  expect(model.tasks.value.map(({ text }) => text)).toEqual(["Ligar para a Marina", "Enviar o orçamento"]);
});

test("editing loads the text into the field, saves it in place and changes only the second time", async () => {
  const { model, add } = await open();
  add("Ligar");
  const [task] = model.tasks.value;
  model.edit(task?.id ?? "");
  expect([model.text.value, model.editing.value]).toEqual(["Ligar", task?.id ?? null]);
  add("Ligar amanhã");
  expect(model.tasks.value).toMatchObject([
    { id: task?.id, text: "Ligar amanhã", createdAt: 1_001, updatedAt: 1_002 },
  ]);
  expect(model.editing.value).toBeNull();
});

test("done tasks are listed last, and a deletion can be undone", async () => {
  const { model, add, texts } = await open();
  add("Um");
  add("Dois");
  model.setDone("task-2", true);
  expect([texts(), model.openCount.value]).toEqual([["Um", "Dois"], 1]);
  const undo = model.remove("task-1");
  expect(texts()).toEqual(["Dois"]);
  undo();
  expect(texts()).toEqual(["Um", "Dois"]);
});

test("deleting the task being edited clears the field", async () => {
  const { model, add } = await open();
  add("Um");
  model.edit("task-1");
  model.remove("task-1");
  expect([model.text.value, model.editing.value]).toEqual(["", null]);
});

test("the list is restored on the next visit, for the same user only", async () => {
  const store = browser();
  const first = await open(store);
  first.add("Minha");
  first.model.setDone("task-1", true);
  expect((await open(store)).model.tasks.value).toMatchObject([{ text: "Minha", done: true }]);
  for (const other of ["7:2", "8:1"]) expect((await open(store, other)).texts()).toEqual([]);
});

test("a browser without storage shows a hint, and the list works until the page is closed", async () => {
  const refuses = async () => Promise.reject(new Error("private mode"));
  const { model, add, texts } = await open({ ...browser(), load: refuses, put: refuses });
  add("Um");
  await settle();
  expect([model.ready.value, model.unstored.value, texts()]).toEqual([true, true, ["Um"]]);
});
