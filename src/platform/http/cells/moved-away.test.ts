import { expect, test } from "bun:test";
import type { Cells, CompanyMoves } from "#platform/cells.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import { forwardTo, forwardToCompany } from "./forward.ts";

const BROWSER: Caller = { ip: "192.0.2.1", https: true, host: "example.com" };
const NEW_CELL = 3;

/**
 * A process whose entry of a company is old: it names cell 2. `known`: the cell that the directory names when it is read again; null: it
 * does not answer. Cell 2 has the company no more.
 */
function staleProcess(known: number | null) {
  const sent: string[] = [];
  let cell = 2;
  let reads = 0;
  const moves = {
    async refresh() {
      reads += 1;
      if (known === null) throw new Error("no answer");
      cell = known;
    },
  } as CompanyMoves;
  const forward: Cells["forward"] = async (to, request) => {
    sent.push(`${to} ${request.method} ${await request.text()}`);
    // As the owner of the other cell answers it.
    if (to === 2)
      return forwardTo({ forward }, NEW_CELL, new Request(request.url), { ...BROWSER, isForwarded: true });
    return new Response("done");
  };
  const ask = (request: Request) =>
    forwardToCompany({ forward, moves }, { cell, find: () => cell }, request, BROWSER);
  return { ask, sent, reads: () => reads };
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://localhost/api/messages/1", { method: "POST", body, headers });

test("a request that reaches the former cell of a company is sent to the new one, with its body", async () => {
  const { ask, sent } = staleProcess(NEW_CELL);
  const answer = await ask(post("hello", { "content-length": "5" }));
  expect([answer.status, await answer.text()]).toEqual([200, "done"]);
  expect(sent).toEqual(["2 POST hello", "3 POST hello"]);
  const read = await ask(new Request("http://localhost/api/tickets"));
  expect(read.status).toBe(200);
});

test("a request is sent a second time only when the directory names another cell now", async () => {
  for (const known of [2, null]) {
    const { ask, sent, reads } = staleProcess(known);
    const answer = await ask(new Request("http://localhost/api/tickets"));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(answer.headers.get("x-balcao-moved")).toBeNull();
    expect([sent.length, reads()]).toEqual([1, 1]);
  }
});

test("a streamed body is sent once", async () => {
  const { ask, sent, reads } = staleProcess(NEW_CELL);
  const large = post("x".repeat(70_000), { "content-length": "70000" });
  const answer = await ask(large);
  expect([answer.status, answer.headers.get("x-balcao-moved")]).toEqual([503, null]);
  expect([sent.length, reads()]).toEqual([1, 0]);
});

test("every other 503 of a cell is final, because the request may have had an effect there", async () => {
  let sent = 0;
  const forward = async () => {
    sent += 1;
    return new Response(null, { status: 503 });
  };
  const moves = { refresh: async () => {} } as CompanyMoves;
  const request = new Request("http://localhost/api/tickets");
  const answer = await forwardToCompany(
    { forward, moves },
    { cell: 2, find: () => NEW_CELL },
    request,
    BROWSER,
  );
  expect([answer.status, sent]).toEqual([503, 1]);
});
