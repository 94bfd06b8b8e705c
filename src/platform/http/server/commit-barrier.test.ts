import { beforeEach, expect, test } from "bun:test";
import type { Durability } from "#platform/db/durability/durability.ts";
import { createLocalDurability } from "#platform/db/durability/local.ts";
import { type CommitBarrier, createCommitBarrier } from "./commit-barrier.ts";

let commits = 0;
let waits = 0;
let barrier: CommitBarrier;
const request = () => new Request("http://balcao.example/");
beforeEach(() => {
  commits = 0;
  waits = 0;
  const durability: Durability = {
    ...createLocalDurability(),
    isRemote: true,
    isPending: () => true,
    get commits() {
      return commits;
    },
    async durable() {
      waits += 1;
    },
  };
  barrier = createCommitBarrier(durability) as CommitBarrier;
});
const commit = () => {
  commits += 1;
};

test("one machine has no barrier", () => {
  expect(createCommitBarrier(createLocalDurability())).toBeNull();
});

test("an answer without commits leaves in the same turn", () => {
  const asked = request();
  const answer = new Response("read");
  barrier.watch(asked, () => undefined);
  expect(barrier.pass(asked, answer)).toBe(answer);
  expect(waits).toBe(0);
});

test("the answer of a request part that failed after its commit waits for that commit", async () => {
  const asked = request();
  expect(() =>
    barrier.watch(asked, () => {
      commit();
      throw new Error("after the commit");
    }),
  ).toThrow("after the commit");
  await barrier.pass(asked, new Response("an error"));
  expect(waits).toBe(1);
});

test("the answer of an asynchronous part waits for a commit made before it ended", async () => {
  const asked = request();
  await barrier
    .watch(asked, async () => {
      await Bun.sleep(0);
      commit();
      throw new Error("after the commit");
    })
    .catch(() => undefined);
  await barrier.pass(asked, new Response("an error"));
  expect(waits).toBe(1);
});

test("a commit of another request outside the watched part does not hold an answer back", () => {
  const asked = request();
  barrier.watch(asked, () => undefined);
  commit();
  const answer = new Response("read");
  expect(barrier.pass(asked, answer)).toBe(answer);
});
