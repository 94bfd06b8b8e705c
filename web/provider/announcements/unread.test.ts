import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { sampleAnnouncement } from "./test-announcement.ts";
import { UnreadAnnouncements } from "./unread.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function open(unread: number) {
  const answers = { unread };
  const { api, calls } = fakeApi(() => ({ body: answers }));
  const live = fakeSocket();
  const told: AnnouncementAnswer[] = [];
  const model = new UnreadAnnouncements({ api, socket: live.socket, onNew: (one) => told.push(one) });
  live.socket.start();
  model.start();
  live.line().ready();
  await settle();
  return { answers, calls, live, told, model };
}

test("the unread count of announcements is requested from the server once", async () => {
  const { model, calls } = await open(3);
  expect(model.count.value).toBe(3);
  expect(calls.map(({ path }) => path)).toEqual(["/announcements/unread"]);
});

test("a new active announcement is counted and shown without a request; a disabled one is not", async () => {
  const { model, live, told, calls } = await open(0);
  live.emit("announcement", { action: "create", record: sampleAnnouncement() });
  live.emit("announcement", { action: "create", record: sampleAnnouncement({ id: 2, status: false }) });
  expect(model.count.value).toBe(1);
  expect(told.map(({ id }) => id)).toEqual([1]);
  expect(calls).toHaveLength(1);
});

test("after changes or deletions each browser requests the unread count once, after a random delay", async () => {
  const { model, live, calls, answers } = await open(2);
  answers.unread = 1;
  live.emit("announcement", { action: "delete", id: 1 });
  live.emit("announcement", { action: "update", record: sampleAnnouncement() });
  expect(calls).toHaveLength(1);
  jest.advanceTimersByTime(4_000);
  await settle();
  expect(calls).toHaveLength(2);
  expect(model.count.value).toBe(1);
});
