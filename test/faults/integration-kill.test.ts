import { afterAll, beforeAll, expect, test } from "bun:test";
import { type HookServer, startHook } from "#simulator/hook/server.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";

let world: World;
let hook: HookServer;
let connectionId: number;
let customer: Phone;

beforeAll(async () => {
  hook = startHook();
  world = await startWorld({ env: { ALLOW_PRIVATE_URLS: "true" } });
  const { server, network } = world;
  connectionId = await linkConnection(world);
  const made = await server.call<{ id: number }>("POST", "/queueIntegration", {
    ...{ type: "webhook", name: "Fluxo", urlN8N: hook.url },
  });
  await server.call("PUT", `/whatsapp/${connectionId}`, { sendIntervalMs: 0, integrationId: made.id });
  customer = network.addPerson({ number: "5511980001000", name: "Marina", addressing: "lid" });
}, 60_000);
afterAll(async () => {
  await world?.close();
  await hook?.stop();
});

const got = () => customer.inbox.map(({ content }) => textOf(content));

async function killAndRestart(): Promise<void> {
  const { server } = world;
  await server.kill();
  await server.start();
  await server.signIn();
  await waitConnected(server, connectionId);
}

/** The flow answers each message with two messages, so that a kill may happen between them. */
const answerTo = (body: string) => ({
  commands: [{ say: { text: `${body} um` } }, { wait: { seconds: 1 } }, { say: { text: `${body} dois` } }],
});

test("a server killed while an integration answers loses no answer and sends none twice", async () => {
  const told = (words: string) => hook.calls.filter(({ body }) => body.message?.body === words);
  const arrives = (text: string) =>
    eventually(async () => (got().includes(text) ? true : undefined), text, 25_000);

  // Killed while the flow runs: the call is repeated with the same id.
  hook.answer = ({ body }) => {
    const words = body.message?.body ?? "";
    return words === "primeira" && told(words).length === 1
      ? new Promise<undefined>(() => {})
      : answerTo(words);
  };
  await customer.send.text(world.shop, "primeira");
  await eventually(async () => told("primeira")[0], "the flow was told");
  await killAndRestart();
  await arrives("primeira dois");
  expect(new Set(told("primeira").map(({ body }) => body.id)).size).toBe(1);

  // Killed between two commands of the answer: the second runs, the first is not repeated.
  await customer.send.text(world.shop, "segunda");
  await arrives("segunda um");
  await killAndRestart();
  await arrives("segunda dois");
  expect(told("segunda")).toHaveLength(1);

  await customer.send.text(world.shop, "terceira");
  await arrives("terceira dois");
  expect(got()).toEqual(
    ["primeira", "segunda", "terceira"].flatMap((words) => [`${words} um`, `${words} dois`]),
  );
}, 90_000);
