import { expect, test } from "bun:test";
import type { BenchAnswer, BenchBody } from "#automation/prompts/contract.ts";
import { Bench } from "./bench-model.ts";

function setUp() {
  const requests: BenchBody[] = [];
  const waiting: PromiseWithResolvers<BenchAnswer>[] = [];
  const bench = new Bench((body) => {
    requests.push(body);
    const next = Promise.withResolvers<BenchAnswer>();
    waiting.push(next);
    return next.promise;
  });
  const settle = () => new Promise((done) => setTimeout(done));
  return {
    bench,
    requests,
    async answer(text: string) {
      waiting.shift()?.resolve({ text } as BenchAnswer);
      await settle();
    },
    async fail() {
      waiting.shift()?.reject(new Error("no"));
      await settle();
    },
    lines: () => bench.lines.value.map(({ role, text }) => `${role}: ${text}`),
  };
}

test("the bench sends the whole conversation to the model, and no further message while the model answers", async () => {
  const { bench, requests, answer, lines } = setUp();
  void bench.send(" Oi ");
  void bench.send("Alô?");
  await answer("Olá!");
  void bench.send("Quanto custa?");
  await answer("Cinco.");
  expect(lines()).toEqual(["user: Oi", "assistant: Olá!", "user: Quanto custa?", "assistant: Cinco."]);
  expect(requests.at(-1)?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("the bench can request a failed answer again, and ignores the answer to a conversation that was cleared", async () => {
  const { bench, requests, answer, fail, lines } = setUp();
  void bench.send("Oi");
  await fail();
  expect([bench.failure.value === null, bench.busy.value]).toEqual([false, false]);
  void bench.retry();
  expect(requests).toHaveLength(2);
  bench.restart();
  await answer("velha");
  expect([lines(), bench.busy.value, bench.failure.value]).toEqual([[], false, null]);
});
