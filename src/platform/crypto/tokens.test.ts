import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createTokens } from "./tokens.ts";

const tokens = createTokens(new Uint8Array(32).fill(1));
const other = createTokens(new Uint8Array(32).fill(2));
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("an access token", () => {
  test("an access token returns its claims until it expires", () => {
    const token = tokens.sign({ user: 7 }, 1_000_000, 60_000);
    expect(tokens.read(token, 1_059_000)).toMatchObject({ claims: { user: 7 } });
    expect(tokens.read(token, 1_060_000)).toEqual({ fault: "expired" });
  });

  test("a token first seen after its expiry is expired", () => {
    expect(tokens.read(tokens.sign({ user: 8 }, 1_000_000, 60_000), 1_060_000)).toEqual({ fault: "expired" });
  });

  test("the cache of verified tokens does not accept altered copies", () => {
    const token = tokens.sign({ user: 7 }, 0, 60_000);
    expect(tokens.read(token, 1000)).toMatchObject({ claims: { user: 7 } });
    const [header, , signature] = token.split(".");
    const raised = part({ user: 8, exp: 9_999_999_999 });
    for (const forged of [`${header}.${raised}.${signature}`, `${token}A`, token.slice(0, -1)])
      expect(tokens.read(forged, 1000)).toEqual({ fault: "invalid" });
    expect(tokens.read(token, 60_000)).toEqual({ fault: "expired" });
  });

  test("a token of another key is invalid", () => {
    expect(tokens.read(other.sign({ user: 7 }, 0, 60_000), 1000)).toEqual({ fault: "invalid" });
  });

  test("a token without algorithm, or with another one, is invalid", () => {
    const payload = part({ user: 7, exp: 9_999_999_999 });
    const none = `${part({ alg: "none", typ: "JWT" })}.${payload}.`;
    const message = `${part({ alg: "HS512", typ: "JWT" })}.${payload}`;
    const signature = createHmac("sha256", new Uint8Array(32).fill(1)).update(message).digest("base64url");
    expect(tokens.read(none, 1000)).toEqual({ fault: "invalid" });
    expect(tokens.read(`${message}.${signature}`, 1000)).toEqual({ fault: "invalid" });
  });

  test("a token without expiry, or malformed, is invalid", () => {
    const message = `${part({ alg: "HS256", typ: "JWT" })}.${part({ user: 7 })}`;
    const signature = createHmac("sha256", new Uint8Array(32).fill(1)).update(message).digest("base64url");
    for (const bad of [`${message}.${signature}`, "", "a.b", "a.b.c", "ção"])
      expect(tokens.read(bad, 0)).toEqual({ fault: "invalid" });
  });
});
