import { describe, expect, test } from "bun:test";
import { AppError } from "#platform/errors.ts";
import { BODY_BYTES, bodyBytesHeld, noteCaller, withBody } from "./body.ts";
import { createBodyBudget } from "./body-budget.ts";

const MB = 1024 * 1024;

/** A request whose body arrives piece by piece, as the test lets it. */
function slow(ip: string) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
  });
  const request = new Request("http://a.example/", { method: "POST", body });
  noteCaller(request, ip);
  return {
    request,
    send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    end: () => controller?.close(),
  };
}
const outcome = async (answer: Promise<unknown>) => {
  try {
    return await answer;
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.code}` : error;
  }
};
const settled = () => new Promise((done) => setTimeout(done, 5));

describe("bodies in memory", () => {
  test("of one address take 4 MB at most; another address is served", async () => {
    const held = bodyBytesHeld();
    const options = { maxBytes: 3 * MB };
    const [first, second, other] = [slow("192.0.2.1"), slow("192.0.2.1"), slow("192.0.2.2")];
    const size = (body: Uint8Array) => body.length;
    const answers = [first, second, other].map(({ request }) => outcome(withBody(request, size, options)));
    first.send(2.5 * MB);
    await settled();
    second.send(2 * MB);
    other.send(2 * MB);
    expect(await answers[1]).toBe("503 ERR_SERVER_BUSY");
    first.end();
    other.end();
    expect(await Promise.all(answers)).toEqual([2.5 * MB, "503 ERR_SERVER_BUSY", 2 * MB]);
    expect(bodyBytesHeld()).toBe(held);
  });

  test("addresses of one IPv6 network share it", async () => {
    const options = { maxBytes: 3 * MB };
    const [first, second] = [slow("2001:db8:1:2::1"), slow("2001:db8:1:2:ffff::9")];
    const answers = [first, second].map(({ request }) => outcome(withBody(request, () => "read", options)));
    first.send(2.5 * MB);
    await settled();
    second.send(2 * MB);
    expect(await answers[1]).toBe("503 ERR_SERVER_BUSY");
    first.end();
    expect(await answers[0]).toBe("read");
  });

  test("count until the request they belong to has been handled", async () => {
    const held = bodyBytesHeld();
    const handled = Promise.withResolvers<void>();
    const one = slow("192.0.2.3");
    const answer = withBody(one.request, () => handled.promise, { company: "1" });
    one.send(10_000);
    one.end();
    await settled();
    expect(bodyBytesHeld()).toBe(held + 10_000);
    handled.resolve();
    await answer;
    expect(bodyBytesHeld()).toBe(held);
  });

  test("above the limit are refused when that is seen, declared or not", async () => {
    const one = slow("192.0.2.4");
    const answer = outcome(withBody(one.request, () => "read"));
    one.send(BODY_BYTES);
    one.send(1);
    expect(await answer).toBe("413 ERR_MEDIA_TOO_LARGE");
    const declared = new Request("http://a.example/", {
      method: "POST",
      body: new Uint8Array(BODY_BYTES + 1),
      headers: { "content-length": String(BODY_BYTES + 1) },
    });
    expect(await outcome(withBody(declared, () => "read"))).toBe("413 ERR_MEDIA_TOO_LARGE");
  });
});

test("a budget is given back to the byte", () => {
  const budget = createBodyBudget(100, 60);
  budget.take("a", 60);
  expect(() => budget.take("a", 1)).toThrow("ERR_SERVER_BUSY");
  budget.take("b", 40);
  expect(() => budget.take("c", 1)).toThrow("ERR_SERVER_BUSY");
  budget.give("a", 60);
  budget.take("c", 60);
  expect(budget.used()).toBe(100);
});
