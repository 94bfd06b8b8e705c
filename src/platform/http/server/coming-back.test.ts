import { expect, test } from "bun:test";
import { comingBackAnswer } from "./coming-back.ts";

const asked = (headers: Record<string, string>) =>
  comingBackAnswer(new Request("http://localhost/tickets", { headers }));

test("a browser that opens a page while the server starts gets a page that reloads automatically", async () => {
  for (const headers of [
    { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" },
    { accept: "text/html" },
  ]) {
    const answer = asked(headers);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    const page = await answer.text();
    expect(page).toContain('http-equiv="refresh" content="3"');
    expect(page).toContain("Esta página recarrega sozinha");
  }
});

test("scripts and API clients get ERR_NOT_DURABLE as JSON while the server is coming back", async () => {
  for (const headers of [{ accept: "*/*", "sec-fetch-mode": "cors" }, { accept: "application/json" }, {}]) {
    const answer = asked(headers as Record<string, string>);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: "ERR_NOT_DURABLE", details: { retryAfterSeconds: 1 } },
    ]);
  }
});
