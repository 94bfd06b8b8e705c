import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readInstallationKey } from "./key-ring.ts";
import { createSecrets, sealedBy } from "./secrets.ts";

describe("secrets at rest", () => {
  const secrets = createSecrets("installation key of a test");

  test("secrets decrypt to the same text and never encrypt to the same bytes", () => {
    const sealed = secrets.encrypt("sk-canary");
    expect(sealed).not.toContain("canary");
    expect(secrets.encrypt("sk-canary")).not.toBe(sealed);
    expect(secrets.decrypt(sealed)).toBe("sk-canary");
  });

  test("altered secrets and another installation's key are rejected", () => {
    const sealed = secrets.encrypt("sk-canary");
    const [, id, text = ""] = sealed.split(".");
    const bytes = Buffer.from(text, "base64url");
    expect(secrets.decrypt(`v2.${id}.${bytes.toString("base64url")}`)).toBe("sk-canary");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    for (const head of [`v2.${id}`, "v1"])
      expect(() => secrets.decrypt(`${head}.${bytes.toString("base64url")}`)).toThrow();
    expect(() => createSecrets("another installation key").decrypt(sealed)).toThrow();
  });

  test("secrets name their key; older keys decrypt but no longer encrypt", () => {
    const before = secrets.encrypt("sk-canary");
    const unnamed = before.replace(/^v2\.[0-9a-f]{8}\./, "v1.");
    const next = createSecrets("the key after it", ["installation key of a test"]);
    expect([before, unnamed].map((sealed) => next.decrypt(sealed))).toEqual(["sk-canary", "sk-canary"]);
    expect(sealedBy(before)).toBe(secrets.keyId);
    expect(sealedBy(next.encrypt("x"))).toBe(next.keyId);
    expect([sealedBy(unnamed), sealedBy("v2.text")]).toEqual([null, undefined]);
    expect(() => secrets.decrypt(next.encrypt("x"))).toThrow();
  });

  test("signatures differ by purpose", () => {
    expect(secrets.sign("media", "x")).not.toBe(secrets.sign("tokens", "x"));
  });

  test("the key file is created once and readable only by its owner", () => {
    const directory = mkdtempSync(join(tmpdir(), "balcao-key-"));
    const path = join(directory, "secret.key");
    const made = readInstallationKey(undefined, path);
    expect(readInstallationKey(undefined, path)).toBe(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readInstallationKey("from the environment", path)).toBe("from the environment");
    rmSync(directory, { recursive: true });
  });
});
