import { expect, test } from "bun:test";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { LiveList } from "./live-list.ts";

interface Row {
  readonly id: number;
  readonly name: string;
}

const open = (rows: readonly Row[]) => {
  const { api, calls } = fakeApi(() => ({ body: { tags: rows, count: rows.length, hasMore: false } }));
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  const rowsOf = new LiveList<Row>({
    path: "/tags",
    name: "tags",
    channel: "tag",
    compare: (a, b) => a.name.localeCompare(b.name),
    api,
  });
  const stop = rowsOf.open(live.socket);
  const names = () => rowsOf.list.items.value.map(({ name }) => name);
  return { ...live, calls, rowsOf, names, stop };
};

test("rows of a live list are loaded and follow the events of their channel, in order", async () => {
  const { emit, names, calls } = open([
    { id: 1, name: "Alto" },
    { id: 2, name: "Médio" },
  ]);
  await settle();
  expect(calls[0]?.path).toBe("/tags?pageNumber=1");
  emit("tag", { action: "create", record: { id: 3, name: "Baixo" } });
  expect(names()).toEqual(["Alto", "Baixo", "Médio"]);
  emit("tag", { action: "update", record: { id: 1, name: "Urgente" } });
  expect(names()).toEqual(["Baixo", "Médio", "Urgente"]);
  emit("tag", { action: "delete", id: 2 });
  expect(names()).toEqual(["Baixo", "Urgente"]);
});

test("an event adds no new row to search results", async () => {
  const { emit, names, rowsOf } = open([{ id: 1, name: "Alto" }]);
  await settle();
  rowsOf.list.setSearch("alt");
  emit("tag", { action: "create", record: { id: 3, name: "Baixo" } });
  emit("tag", { action: "update", record: { id: 1, name: "Altíssimo" } });
  expect(names()).toEqual(["Altíssimo"]);
  rowsOf.list.reset();
});

test("a closed live list ignores events", async () => {
  const { emit, names, stop } = open([{ id: 1, name: "Alto" }]);
  await settle();
  stop();
  emit("tag", { action: "create", record: { id: 3, name: "Baixo" } });
  expect(names()).toEqual([]);
});

test("filters of a live list are sent with the request, and rows of events that do not match are removed", async () => {
  const { api, calls } = fakeApi(() => ({
    body: { tags: [{ id: 1, name: "Alto" }], count: 1, hasMore: false },
  }));
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  const rows = new LiveList<Row>({
    path: "/tags",
    name: "tags",
    channel: "tag",
    compare: (a, b) => a.name.localeCompare(b.name),
    query: () => ({ status: "waiting" }),
    fits: ({ name }) => name !== "Feito",
    api,
  });
  const stop = rows.open(live.socket);
  await settle();
  expect(calls[0]?.path).toBe("/tags?status=waiting&pageNumber=1");
  live.emit("tag", { action: "create", record: { id: 2, name: "Feito" } });
  live.emit("tag", { action: "update", record: { id: 1, name: "Feito" } });
  expect(rows.list.items.value).toEqual([]);
  stop();
});

test("an event adds no row that belongs to a page not loaded yet", async () => {
  const { api } = fakeApi(() => ({
    body: {
      tags: [
        { id: 1, name: "Alto" },
        { id: 2, name: "Baixo" },
      ],
      count: 9,
      hasMore: true,
    },
  }));
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  const rows = new LiveList<Row>({
    path: "/tags",
    name: "tags",
    channel: "tag",
    compare: (a, b) => a.name.localeCompare(b.name),
    api,
  });
  rows.open(live.socket);
  await settle();
  live.emit("tag", { action: "update", record: { id: 8, name: "Zebra" } });
  live.emit("tag", { action: "create", record: { id: 9, name: "Antes" } });
  expect(rows.list.items.value.map(({ name }) => name)).toEqual(["Alto", "Antes", "Baixo"]);
});
