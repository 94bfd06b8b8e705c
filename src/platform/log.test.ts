import { expect, test } from "bun:test";
import { createLog } from "./log.ts";

test("a log line never contains secrets, in any field", () => {
  const lines: string[] = [];
  const log = createLog("debug", (line) => void lines.push(line)).child({ company: 3 });
  log.info({ password: "canary", user: { email: "canary@example.com", token: "canary" } }, "signed in");
  log.warn({
    request: { headers: { authorization: "canary", cookie: "canary" } },
    message: { body: "canary" },
  });
  log.error({ err: new Error("broken") }, "failed");
  expect(lines.join("")).not.toContain("canary");
  const [first, , last] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ level: "info", company: 3, msg: "signed in", password: "********" });
  expect(last.err).toMatchObject({ message: "broken", stack: expect.stringContaining("log.test.ts") });
});

test("logged responses of other systems contain no addresses or phone numbers", () => {
  const lines: string[] = [];
  const log = createLog("debug", (line) => void lines.push(line)).child({ company: 3 });
  const refusal = "550 5.1.1 <maria@example.com>: no such user";
  const answer =
    '{"cpfCnpj":"12345678909","phone":"+5511987654321","at":1763830000,"charge":"pay_12345678901"}';
  log.warn({ mail: 7, reason: refusal }, "mail given up");
  log.warn({ err: Object.assign(new Error(refusal), { rejected: "maria@example.com" }) }, "mail not sent");
  log.warn({ status: 400, answer }, "payment gateway refused");
  expect(lines.join("")).not.toContain("maria");
  const [first, second, third] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ mail: 7, reason: "550 5.1.1 <***@***>: no such user" });
  expect(second.err).toMatchObject({
    type: "Error",
    message: first.reason,
    stack: expect.stringContaining("log.test.ts"),
  });
  expect(third.answer).toBe('{"cpfCnpj":"***","phone":"***","at":***,"charge":"pay_12345678901"}');
});

test("errors and quoted answers contain the host of a web address, never its user, path or query", async () => {
  const lines: string[] = [];
  const log = createLog("debug", (line) => void lines.push(line));
  const address = "http://canary:canary@127.0.0.1:9/canary?token=canary#canary";
  const refused = await fetch("http://127.0.0.1:9/hooks/canary?token=canary").catch(
    (error: unknown) => error,
  );
  log.error({ err: refused }, "not delivered");
  log.warn(
    { err: Object.assign(new Error(`no answer of ${address}`), { config: { url: address } }) },
    "not delivered",
  );
  log.warn({ reason: `"${address}"`, url: address, error: { detail: [`<${address}>`] } }, "not delivered");
  log.warn({ err: new Error("POST /api/integrations/callback/1.2.canary.canary was refused") }, "not taken");
  log.warn({ err: new Error("POST /webhooks/pix/efi/canary was refused") }, "not taken");
  expect(lines).toHaveLength(5);
  expect(lines.join("")).not.toContain("canary");
  expect(lines[1]).toContain("no answer of http://127.0.0.1:9/***");
  expect(lines[2]).toContain("127.0.0.1:9");
});

test("entries below the log level are not written", () => {
  const lines: string[] = [];
  createLog("warn", (line) => void lines.push(line)).info("hello");
  expect(lines).toEqual([]);
});
