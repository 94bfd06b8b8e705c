import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { settle } from "#web/lib/testing/test-fakes.ts";
import {
  createConnectionForm,
  menuLines,
  randomToken,
  redirectsToUnservedQueue,
  tabOfProblems,
} from "./connection-form-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function open(connection: Parameters<typeof createConnectionForm>[0]["connection"] = null) {
  const sent: [number | null, Record<string, unknown>][] = [];
  const form = createConnectionForm({
    connection,
    calls: {
      create: async (body) => void sent.push([null, body]) as never,
      update: async (id, body) => void sent.push([id, body]) as never,
    },
    onSaved: () => undefined,
    onFailure: () => undefined,
  });
  const submit = async () => {
    void form.submit();
    jest.advanceTimersByTime(500);
    await settle();
  };
  return { form, sent, submit };
}

test("a new connection has the product's default values", () => {
  expect(open().form.values.value).toMatchObject({
    maxUseBotQueues: "3",
    timeSendQueue: "0",
    expiresTicket: "0",
    timeUseBotQueues: "0",
    timeCreateNewTicket: "60",
    ratingTimeout: "30",
    outOfHoursRepeat: "60",
    sendIntervalMs: "250",
    apiRatePerMinute: "60",
    newChatsPerDay: "30",
    keepUserOnReopen: false,
    provider: "beta",
  });
});

test("a connection with more than one queue requires a greeting before the request", async () => {
  const { form, sent, submit } = open();
  form.set("name", "Loja Centro");
  form.set("queueIds", [1, 2]);
  await submit();
  expect(form.problem("greetingMessage")).toBe("required");
  form.set("greetingMessage", "Olá! Escolha um setor:");
  await submit();
  expect(sent).toMatchObject([[null, { name: "Loja Centro", queueIds: [1, 2] }]]);
});

test("an edited connection sends its masked token back unchanged", async () => {
  const { form, sent, submit } = open({
    id: 4,
    name: "Loja Norte",
    status: "CONNECTED",
    isDefault: true,
    channel: "whatsapp",
    provider: "beta",
    queues: [{ id: 2, name: "Suporte", color: "#0fa37f" }],
    health: "ok",
    lastEventAt: null,
    updatedAt: "2026-11-20T12:00:00.000Z",
    token: "********",
  });
  form.set("expiresTicket", "120");
  await submit();
  expect(sent).toMatchObject([[4, { token: "********", expiresTicket: "120", queueIds: [2] }]]);
});

test("a number out of range opens its tab of the connection dialog", () => {
  const { form } = open();
  form.set("name", "Loja");
  form.set("timeSendQueue", "999999");
  expect(form.problems.value).toEqual({ timeSendQueue: "invalid" });
  expect(tabOfProblems(form.problems.value)).toBe("limits");
  expect(tabOfProblems({ proxyUrl: "too_long", name: "required" })).toBe("general");
});

test("a generated token has 32 letters and digits and never repeats", () => {
  expect(randomToken()).toMatch(/^[A-Za-z2-9]{32}$/);
  expect(randomToken()).not.toBe(randomToken());
});

test("the preview of the greeting shows the menu in the order of the queues", () => {
  const queues = ["Vendas", "Suporte", "Caixa"].map((name, index) => ({
    id: index + 1,
    name,
    color: "#123456",
  }));
  expect(menuLines(queues, [3, 1])).toBe("*1* - Vendas\n*2* - Caixa");
  expect(menuLines(queues, [3])).toBe("");
});

test("a redirection to a queue that the connection does not serve shows a warning", () => {
  expect(redirectsToUnservedQueue({ sendIdQueue: 2, queueIds: [1] })).toBe(true);
  expect([
    redirectsToUnservedQueue({ sendIdQueue: 2, queueIds: [1, 2] }),
    redirectsToUnservedQueue({ sendIdQueue: 0, queueIds: [1] }),
  ]).toEqual([false, false]);
});
