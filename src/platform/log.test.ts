import { expect, test } from "bun:test";
import { createLog } from "./log.ts";

test("a log line never shows secrets, wherever they stand", () => {
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

test("what is below the level is not written", () => {
  const lines: string[] = [];
  createLog("warn", (line) => void lines.push(line)).info("hello");
  expect(lines).toEqual([]);
});
