import { afterAll, beforeAll, expect, test } from "bun:test";
import { addNumber, type CloudNumber } from "./cloud-book.ts";
import { refusalFor } from "./cloud-standing.ts";
import { type GraphSimulator, startGraph } from "./server.ts";

let graph: GraphSimulator;
let official: CloudNumber;
const received: { readonly field: string; readonly value: Record<string, unknown> }[] = [];
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const body = (await request.json()) as { entry: { changes: typeof received }[] };
    received.push(...(body.entry[0]?.changes ?? []));
    return new Response("ok");
  },
});
beforeAll(() => {
  graph = startGraph();
  graph.webhook = `http://127.0.0.1:${receiver.port}/`;
  official = addNumber(graph.book, "Padaria", "551140001000");
});
afterAll(async () => {
  await graph.stop();
  await receiver.stop(true);
});

async function control(verb: string, body: object): Promise<readonly [number, unknown]> {
  const answer = await fetch(`${graph.url}/control/${verb}`, { method: "POST", body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}
const number = "551140001000";

test("each state of an official number is set by its verb and reported by a webhook", async () => {
  const restrictions = [{ type: "RESTRICTED_BIZ_INITIATED_MESSAGING", seconds: 60 }];
  expect(await control("official.restrict", { number, restrictions })).toEqual([200, 200]);
  expect(refusalFor(official, { to: "55119", type: "template" })?.code).toBe(131_031);
  await control("official.disable", { number, state: "DISABLE" });
  expect(refusalFor(official, { to: "55119", type: "text" })?.code).toBe(131_031);
  await control("official.disable", { number, state: "REINSTATE" });
  await control("official.violation", { number, type: "SCAM" });
  await control("official.quality", { number, event: "FLAGGED" });
  await control("official.capability", { number, limit: 1000 });
  expect(received.map(({ field, value }) => value["event"] ?? field)).toEqual([
    ...["ACCOUNT_RESTRICTION", "DISABLED_UPDATE", "DISABLED_UPDATE", "ACCOUNT_VIOLATION", "FLAGGED"],
    "business_capability_update",
  ]);
  await control("official.refuse", { number, refusals: [{ code: 131_048 }] });
  expect(refusalFor(official, { to: "55119", type: "text" })?.code).toBe(131_048);
});

test("numbers of one portfolio share its limit of recipients, another portfolio keeps its own", async () => {
  const second = addNumber(graph.book, "Padaria Norte", "551140001001", undefined, official.portfolio);
  const sameAccount = addNumber(graph.book, "Padaria Sul", "551140001002", {
    id: "10777",
    businessId: official.businessId,
  });
  const stranger = addNumber(graph.book, "Oficina", "551140001003");
  await control("official.refuse", { number, refusals: [] });
  await control("official.capability", { number, limit: 2 });
  const send = async ({ id, token }: CloudNumber) => {
    const answer = await fetch(`${graph.url}/v23.0/${id}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ messaging_product: "whatsapp", to: "5511977770001", type: "template" },
        template: { name: "pedido_enviado", language: { code: "pt_BR" }, components: [] },
      }),
    });
    const { error } = (await answer.json()) as { error?: { code: number } };
    return error?.code ?? answer.status;
  };
  expect([await send(official), await send(second), await send(sameAccount)]).toEqual([200, 200, 131_064]);
  expect([await send(official), await send(stranger)]).toEqual([131_064, 200]);
});

test("an unknown verb, number or state is refused", async () => {
  expect((await control("official.unknown", { number }))[0]).toBe(404);
  expect((await control("official.violation", { number: "5511999999999", type: "SCAM" }))[0]).toBe(409);
  expect((await control("official.disable", { number, state: "MAYBE" }))[0]).toBe(400);
});
