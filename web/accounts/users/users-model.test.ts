import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { UserAnswer } from "#accounts/users/contract.ts";
import type { PageRequest } from "#web/lib/lists/paged-list.ts";
import { fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { UsersModel } from "./users-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const somebody = (id: number, name: string, change: Partial<UserAnswer> = {}): UserAnswer => {
  const { abilities: _, sessionId: __, company: ___, ...user } = sampleUser({ id, name });
  return { ...user, email: `${id}@example.com`, ...change };
};

/** A company whose first page has Ana and Carla; Zeca is on the second. */
async function open() {
  const asked: Omit<PageRequest, "signal">[] = [];
  const model = new UsersModel({
    page: async ({ pageNumber, searchParam }) => {
      asked.push({ pageNumber, searchParam });
      return { items: [somebody(1, "Ana"), somebody(3, "Carla")], count: 3, hasMore: true };
    },
  });
  const page = fakeSocket();
  page.socket.start();
  page.line().ready();
  const stop = model.listen(page.socket);
  await model.list.open();
  const names = () => model.list.items.value.map(({ name }) => name);
  return { model, names, asked, stop, emit: (data: { action: string }) => page.emit("user", data as never) };
}

test("a new user is listed once, in the order of the names, and counted", async () => {
  const { model, names, emit } = await open();
  const user = somebody(2, "Bruno");
  model.saved(user, true);
  emit({ action: "create", user } as never);
  expect(names()).toEqual(["Ana", "Bruno", "Carla"]);
  expect(model.total.value).toBe(4);
});

test("an event about a user on a page that is not loaded changes nothing", async () => {
  const { model, names, emit } = await open();
  emit({ action: "update", user: somebody(9, "Zeca", { away: true }) } as never);
  expect(names()).toEqual(["Ana", "Carla"]);
  expect(model.total.value).toBe(3);
});

test("presence and names of users follow the events, and a changed name is sorted again", async () => {
  const { model, names, emit } = await open();
  emit({ action: "update", user: somebody(1, "Ana", { away: true }) } as never);
  expect(model.items.peek(1)?.away).toBe(true);
  emit({ action: "update", user: somebody(1, "Ester") } as never);
  expect(names()).toEqual(["Carla", "Ester"]);
});

test("a short record of a user, as attendants get it, does not overwrite known fields", async () => {
  const { model, emit } = await open();
  emit({ action: "update", user: { id: 1, name: "Ana", online: false } } as never);
  expect(model.items.peek(1)?.email).toBe("1@example.com");
});

test("a deletion that arrives as response and as event removes the user and counts once", async () => {
  const { model, names, emit } = await open();
  model.removed(1);
  emit({ action: "delete", userId: 1 } as never);
  expect(names()).toEqual(["Carla"]);
  expect(model.total.value).toBe(2);
});

test("a new user during a search triggers a request after half a second, and the total is unchanged", async () => {
  const { model, asked, emit } = await open();
  model.list.setSearch("an");
  jest.advanceTimersByTime(500);
  await settle();
  expect(asked.at(-1)).toEqual({ pageNumber: 1, searchParam: "an" });
  emit({ action: "create", user: somebody(4, "Anita") } as never);
  expect(model.total.value).toBe(4);
  jest.advanceTimersByTime(500);
  await settle();
  expect(asked).toHaveLength(3);
});
