import { expect, jest, test } from "bun:test";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Outbox, type Outgoing } from "./outbox-model.ts";

type Answer = (error?: unknown) => void;

function post() {
  const sent: Outgoing[] = [];
  const answers: Answer[] = [];
  const stored: MessageAnswer[] = [];
  const kept = new Map<string, string>();
  let ids = 0;
  const outbox = new Outbox({
    send: (message, _progress, signal) =>
      new Promise((resolve, reject) => {
        sent.push(message);
        signal.addEventListener("abort", () => reject(new DOMException("off", "AbortError")));
        answers.push((error) =>
          error
            ? reject(error)
            : resolve(
                sampleMessage({ id: sent.length, fromMe: true, clientMessageId: message.clientMessageId }),
              ),
        );
      }),
    onStored: (message) => stored.push(message),
    newId: () => `id-${++ids}`,
    now: () => 0,
    keep: (message) => kept.set(message.clientMessageId, message.body),
    forget: (message) => kept.delete(message.clientMessageId),
  });
  const add = (body: string, ticketId = 1) =>
    outbox.add({ ticketId, body, file: null, voice: false, quoted: null });
  const answer = async (index: number, error?: unknown) => {
    answers[index]?.(error);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const states = () => outbox.entries.value.map(({ body, state }) => `${body}:${state}`);
  return { outbox, sent, stored, kept, add, answer, states };
}

test("messages of a ticket are sent in order, those of another ticket in parallel", async () => {
  const { add, answer, sent, stored, states } = post();
  add("a");
  add("b");
  add("c", 2);
  expect(sent.map(({ body }) => body)).toEqual(["a", "c"]);
  expect(states()).toEqual(["a:sending", "b:waiting", "c:sending"]);
  await answer(0);
  expect(sent.map(({ body }) => body)).toEqual(["a", "c", "b"]);
  await answer(2);
  expect(stored).toHaveLength(2);
  expect(states()).toEqual(["c:sending"]);
});

test("a message written offline waits and is sent automatically with the same id", async () => {
  const { add, answer, sent, outbox, states } = post();
  add("a");
  add("b");
  await answer(0, new ApiError(0, "OFFLINE"));
  expect(states()).toEqual(["a:offline", "b:waiting"]);
  expect(sent).toHaveLength(1);
  outbox.resume();
  expect(sent[1]?.clientMessageId).toBe("id-1");
  await answer(1);
  expect(sent[2]?.body).toBe("b");
});

test("an unsent message is retried even without an online event", async () => {
  jest.useFakeTimers();
  try {
    const { add, answer, sent, states } = post();
    add("a");
    await answer(0, new ApiError(0, "OFFLINE"));
    jest.advanceTimersByTime(1_100);
    expect(states()).toEqual(["a:sending"]);
    await answer(1, new ApiError(429, "ERR_RATE_LIMIT"));
    jest.advanceTimersByTime(1_100);
    expect(sent).toHaveLength(2);
    jest.advanceTimersByTime(1_100);
    expect(sent.map(({ clientMessageId }) => clientMessageId)).toEqual(["id-1", "id-1", "id-1"]);
    await answer(2);
    expect(states()).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test("a refused message stays with its reason, does not block the next ones and can be retried", async () => {
  const { add, answer, sent, outbox, states } = post();
  const id = add("a");
  add("b");
  await answer(0, new ApiError(409, "ERR_TICKET_CLOSED"));
  expect(states()).toEqual(["a:failed", "b:sending"]);
  expect(outbox.entries.value[0]?.error).toBe("ERR_TICKET_CLOSED");
  await answer(1);
  outbox.retry(id);
  expect(sent[2]?.clientMessageId).toBe(id);
});

test("a text is kept until the server has stored it or the user discards it", async () => {
  const { add, answer, kept, outbox } = post();
  add("a");
  expect([...kept.values()]).toEqual(["a"]);
  await answer(0);
  expect(kept.size).toBe(0);
  const id = add("b");
  outbox.discard(id);
  await answer(1);
  expect(kept.size).toBe(0);
  expect(outbox.entries.value).toEqual([]);
});

test("a message whose event arrives before the response waits for the response", async () => {
  const { add, answer, outbox } = post();
  const id = add("a");
  outbox.stored(id);
  expect(outbox.entries.value.map(({ state }) => state)).toEqual(["sending"]);
  await answer(0);
  expect(outbox.entries.value).toEqual([]);
});

test("a message whose event arrives before the server is killed is sent again", async () => {
  const { add, answer, outbox, sent } = post();
  const id = add("a");
  outbox.stored(id);
  await answer(0, new ApiError(503, "ERR_NOT_DURABLE"));
  expect(outbox.entries.value.map(({ state }) => state)).toEqual(["offline"]);
  outbox.resume();
  expect(sent.map(({ clientMessageId }) => clientMessageId)).toEqual([id, id]);
  await answer(1);
  expect(outbox.entries.value).toEqual([]);
});

test("a message left unsent by an earlier page waits for the user", () => {
  const { outbox, sent } = post();
  const left: Outgoing = {
    clientMessageId: "old",
    ticketId: 1,
    body: "velha",
    file: null,
    voice: false,
    quoted: null,
    createdAt: "2026-11-20T14:00:00.000Z",
    state: "failed",
    progress: 0,
    error: null,
  };
  outbox.restore([left]);
  outbox.restore([left]);
  expect(outbox.entries.value).toHaveLength(1);
  expect(sent).toHaveLength(0);
  outbox.retry("old");
  expect(sent[0]?.clientMessageId).toBe("old");
});
