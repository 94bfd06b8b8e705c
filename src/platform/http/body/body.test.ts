import { describe, expect, test } from "bun:test";
import { AppError } from "#platform/errors.ts";
import { BODY_BYTES, bodyBytesHeld, noteCaller, withBody } from "./body.ts";
import { type BodyBudget, createBodyBudget } from "./body-budget.ts";

const MB = 1024 * 1024;

/** A request whose body arrives in pieces that the test releases. */
function slow(ip: string) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
    // Called when the request was rejected: the rest of its body is discarded.
    cancel() {
      controller = undefined;
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
  test("bodies of one address use at most a quarter of the memory; another address is served", async () => {
    const held = bodyBytesHeld();
    const options = { maxBytes: 3 * MB };
    const bodies = Array.from({ length: 4 }, () => slow("192.0.2.1"));
    const other = slow("192.0.2.2");
    const size = (body: Uint8Array) => body.length;
    const answers = [...bodies, other].map(({ request }) => outcome(withBody(request, size, options)));
    for (const { send } of bodies) {
      send(2.5 * MB);
      await settled();
    }
    expect(await answers[3]).toBe("503 ERR_SERVER_BUSY");
    other.send(2 * MB);
    for (const { end } of [...bodies, other]) end();
    const served = [2.5 * MB, 2.5 * MB, 2.5 * MB, "503 ERR_SERVER_BUSY", 2 * MB];
    expect(await Promise.all(answers)).toEqual(served);
    expect(bodyBytesHeld()).toBe(held);
  });

  test("addresses of one IPv6 network share a body budget", async () => {
    const options = { maxBytes: 3 * MB };
    const addresses = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::1", "2001:db8:1:2:5::1"];
    const bodies = addresses.map(slow);
    const answers = bodies.map(({ request }) => outcome(withBody(request, () => "read", options)));
    for (const { send } of bodies) {
      send(2.5 * MB);
      await settled();
    }
    for (const { end } of bodies) end();
    expect(await Promise.all(answers)).toEqual(["read", "read", "read", "503 ERR_SERVER_BUSY"]);
  });

  test("a body counts until its request has been handled", async () => {
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

  test("a body is rejected as soon as its declared or received size exceeds the limit", async () => {
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

describe("a budget of bodies", () => {
  /** Opens a body of this owner; `isCut` becomes true when it is aborted. */
  const body = (budget: BodyBudget, owner: string) => {
    const state = { isCut: false };
    const held = budget.open(owner, () => {
      state.isCut = true;
    });
    return Object.assign(held, { state });
  };

  test("a body budget is released completely", () => {
    const budget = createBodyBudget(100, 60);
    const [first, second] = [body(budget, "a"), body(budget, "b")];
    first.take(60);
    expect(() => first.take(1)).toThrow("ERR_SERVER_BUSY");
    second.take(40);
    first.close();
    second.close();
    second.close();
    expect(budget.used()).toBe(0);
  });

  test("a full budget aborts the largest body of the largest owner in favour of a smaller one", () => {
    const budget = createBodyBudget(100, 50);
    const [large, small, other] = [body(budget, "loud"), body(budget, "loud"), body(budget, "other")];
    large.take(40);
    small.take(10);
    other.take(50);
    const calm = body(budget, "calm");
    calm.take(5);
    expect([large, small, other].map(({ state }) => state.isCut)).toEqual([true, false, false]);
    expect(() => large.take(1)).toThrow("ERR_SERVER_BUSY");
    expect(() => large.arrived()).toThrow("ERR_SERVER_BUSY");
    expect(budget.used()).toBe(65);
  });

  test("a body being handled is never aborted; the largest owner is rejected", () => {
    const budget = createBodyBudget(100, 60);
    const handled = body(budget, "a");
    handled.take(60);
    handled.arrived();
    const arriving = body(budget, "b");
    arriving.take(40);
    expect(() => arriving.take(1)).toThrow("ERR_SERVER_BUSY");
    const third = body(budget, "c");
    third.take(1);
    expect([handled.state.isCut, arriving.state.isCut]).toEqual([false, true]);
  });
});
