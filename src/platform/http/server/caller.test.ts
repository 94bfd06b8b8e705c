import { describe, expect, test } from "bun:test";
import { createFindCaller } from "./caller.ts";

const request = (headers: Record<string, string>) => new Request("http://x/", { headers });
const forwarded = {
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "a.example",
};

describe("the caller of a request", () => {
  test("the caller is the peer when no proxy is trusted", () => {
    const find = createFindCaller([], null);
    expect(find(request({ ...forwarded, host: "b.example" }), "198.51.100.1")).toEqual({
      ip: "198.51.100.1",
      https: false,
      host: "b.example",
    });
  });

  test("the caller is the address a trusted proxy forwards", () => {
    const find = createFindCaller(["10.0.0.0/8", "::1"], null);
    for (const peer of ["10.1.2.3", "::ffff:10.1.2.3", "::1"])
      expect(find(request(forwarded), peer)).toEqual({ ip: "203.0.113.9", https: true, host: "a.example" });
    expect(find(request(forwarded), "11.1.2.3").ip).toBe("11.1.2.3");
  });

  test("the caller is the last address that no trusted proxy added; addresses before it may be forged", () => {
    const find = createFindCaller(["10.0.0.0/8"], null);
    const chain = { "x-forwarded-for": "1.1.1.1, 203.0.113.9, 10.0.0.2" };
    expect(find(request(chain), "10.0.0.1").ip).toBe("203.0.113.9");
    expect(find(request({ "x-forwarded-for": "nonsense" }), "10.0.0.1").ip).toBe("10.0.0.1");
    expect(find(request({ "x-forwarded-for": "10.0.0.2" }), "10.0.0.1").ip).toBe("10.0.0.1");
  });

  test("a caller counts as TLS when PUBLIC_URL is https", () => {
    expect(createFindCaller([], "https://a.example")(request({}), "1.1.1.1").https).toBe(true);
    const plain = { "x-forwarded-proto": "http" };
    expect(createFindCaller(["1.1.1.1"], "https://a.example")(request(plain), "1.1.1.1").https).toBe(false);
  });
});
