import { expect, test } from "bun:test";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { ReadModel } from "./read-model.ts";
import { sampleAnnouncement } from "./test-announcement.ts";

async function open() {
  const records = [
    { ...sampleAnnouncement({ id: 1, priority: 1 }), read: true },
    { ...sampleAnnouncement({ id: 2, priority: 2 }), read: false },
    { ...sampleAnnouncement({ id: 3 }), read: false },
  ];
  const { api, calls } = fakeApi(() => ({ body: { records, count: 3, hasMore: false } }));
  const counts: number[] = [];
  const read: number[] = [];
  const model = new ReadModel({
    api,
    unread: { take: ({ unread }) => void counts.push(unread) },
    calls: {
      read: async (id) => {
        read.push(id);
        return { unread: 1 };
      },
      readAll: async () => ({ unread: 0 }),
    },
  });
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  model.rows.open(live.socket);
  await settle();
  const shown = () => model.rows.list.items.value.map(({ id }) => id);
  return { model, calls, counts, read, live, shown };
}

test("active announcements are listed, and those opened on any device count as read", async () => {
  const { model, calls, shown } = await open();
  expect(calls[0]?.path).toContain("active=true");
  expect(shown()).toEqual([1, 2, 3]);
  expect([...model.read.value]).toEqual([1]);
});

test("an opened announcement sends one request and lowers the unread count", async () => {
  const { model, counts, read } = await open();
  await model.open(sampleAnnouncement({ id: 2 }));
  await model.open(sampleAnnouncement({ id: 2 }));
  await model.open(sampleAnnouncement({ id: 1 }));
  expect(read).toEqual([2]);
  expect(counts).toEqual([1]);
  expect(model.read.value.has(2)).toBe(true);
});

test("marking all announcements as read sets the unread count to 0", async () => {
  const { model, counts } = await open();
  await model.openAll();
  expect(counts).toEqual([0]);
  expect([...model.read.value].sort()).toEqual([1, 2, 3]);
});

test("new announcements are inserted in order, and disabled ones are removed", async () => {
  const { live, shown } = await open();
  const late = "2026-11-21T12:00:00.000Z";
  live.emit("announcement", {
    action: "create",
    record: sampleAnnouncement({ id: 4, priority: 2, createdAt: late }),
  });
  live.emit("announcement", { action: "update", record: sampleAnnouncement({ id: 3, status: false }) });
  expect(shown()).toEqual([1, 4, 2]);
});
