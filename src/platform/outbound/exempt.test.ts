import { afterAll, describe, expect, test } from "bun:test";
import { createOutbound } from "./client.ts";

const own = Bun.serve({ port: 0, fetch: () => new Response("simulated") });
const other = Bun.serve({ port: 0, fetch: () => new Response("another server of this machine") });
afterAll(async () => {
  await own.stop(true);
  await other.stop(true);
});
const outbound = createOutbound({ allowPrivate: false, exempt: [`127.0.0.1:${own.port}`] });

describe("an exempt host and port", () => {
  test("an exempt host and port is called although it is private", async () => {
    const url = `http://127.0.0.1:${own.port}/v1`;
    await outbound.check(url);
    expect((await outbound.request({ method: "GET", url })).text).toBe("simulated");
  });

  test.each([
    ["another port of the same host", () => `http://127.0.0.1:${other.port}/`],
    ["another name of the same host", () => `http://localhost:${own.port}/`],
    ["the default port of the same host", () => "http://127.0.0.1/"],
    ["a path that looks like it", () => `http://127.0.0.1:${other.port}/127.0.0.1:${own.port}`],
    ["the metadata address", () => "http://169.254.169.254/latest"],
  ])("an exempt host and port does not permit %s", async (_, address) => {
    await expect(outbound.check(address())).rejects.toMatchObject({ code: "ERR_URL_NOT_ALLOWED" });
    await expect(outbound.request({ method: "GET", url: address() })).rejects.toMatchObject({
      reason: "not_allowed",
    });
  });

  test("an exempt host is not allowed as a proxy", async () => {
    await expect(outbound.checkHost("127.0.0.1")).rejects.toMatchObject({ code: "ERR_URL_NOT_ALLOWED" });
  });
});
