import { expect, test } from "bun:test";
import type { RehearsalAnswer } from "#automation/chatbot/contract.ts";
import { type End, Rehearsal } from "./rehearsal-model.ts";

/** A rehearsal whose replies the test sets. */
function setUp() {
  const asked: unknown[] = [];
  const waiting: { resolve: (answer: RehearsalAnswer) => void; reject: (error: Error) => void }[] = [];
  const talk = new Rehearsal({
    queueId: 3,
    hello: "Oi",
    ask: (body) => {
      asked.push(body);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  });
  const answer = async (text: string, end: End | null = null) => {
    // The page treats the bot's state as opaque: any value works.
    const state = { at: text } as unknown as RehearsalAnswer["state"];
    waiting.shift()?.resolve({ state, says: [{ text, mediaUrl: null }], end });
    await Promise.resolve();
    await Promise.resolve();
  };
  const lines = () => talk.lines.value.map(({ from, text }) => `${from}: ${text}`);
  return { talk, asked, waiting, answer, lines };
}

test("a rehearsal starts like a customer's first message and sends the bot's state back unchanged", async () => {
  const { talk, asked, answer, lines } = setUp();
  void talk.restart();
  await answer("Olá!\n*1* - Preços");
  void talk.send(" 1 ");
  await answer("Tabela");
  expect(lines()).toEqual(["customer: Oi", "bot: Olá!\n*1* - Preços", "customer: 1", "bot: Tabela"]);
  expect(asked).toEqual([
    { queueId: 3, state: null, text: null },
    { queueId: 3, state: { at: "Olá!\n*1* - Preços" }, text: "1" },
  ]);
});

test("a rehearsal sends no message while the bot answers, for blank text, or after the end", async () => {
  const { talk, asked, answer } = setUp();
  void talk.restart();
  await talk.send("1");
  await answer("Olá!");
  await talk.send("   ");
  void talk.send("1");
  await answer("Tchau", { kind: "close", queueId: null, userId: null });
  expect(talk.end.value?.kind).toBe("close");
  await talk.send("2");
  expect(asked).toHaveLength(2);
});

test("a response to a restarted rehearsal is ignored", async () => {
  const { talk, answer, lines } = setUp();
  void talk.restart();
  void talk.restart();
  await answer("velho");
  expect([lines(), talk.busy.value]).toEqual([["customer: Oi"], true]);
  await answer("novo");
  expect(lines()).toEqual(["customer: Oi", "bot: novo"]);
});

test("a failed rehearsal shows an error, and can be restarted", async () => {
  const { talk, waiting, answer } = setUp();
  const first = talk.restart();
  waiting.shift()?.reject(new Error("no"));
  await first;
  expect([talk.failed.value, talk.busy.value]).toEqual([true, false]);
  void talk.restart();
  await answer("Olá!");
  expect(talk.failed.value).toBe(false);
});
