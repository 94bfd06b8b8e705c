import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecrets, readInstallationKey } from "./secrets.ts";

describe("secrets at rest", () => {
  const secrets = createSecrets("installation key of a test");

  test("come back as they were and never look the same twice", () => {
    const sealed = secrets.encrypt("sk-canary");
    expect(sealed).not.toContain("canary");
    expect(secrets.encrypt("sk-canary")).not.toBe(sealed);
    expect(secrets.decrypt(sealed)).toBe("sk-canary");
  });

  test("refuse altered text and another installation's key", () => {
    const sealed = secrets.encrypt("sk-canary");
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => secrets.decrypt(`v1.${bytes.toString("base64url")}`)).toThrow();
    expect(() => createSecrets("another installation key").decrypt(sealed)).toThrow();
  });

  test("sign differently for different purposes", () => {
    expect(secrets.sign("media", "x")).not.toBe(secrets.sign("tokens", "x"));
  });

  test("live in a file only the owner reads, made once", () => {
    const directory = mkdtempSync(join(tmpdir(), "balcao-key-"));
    const path = join(directory, "secret.key");
    const made = readInstallationKey(undefined, path);
    expect(readInstallationKey(undefined, path)).toBe(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readInstallationKey("from the environment", path)).toBe("from the environment");
    rmSync(directory, { recursive: true });
  });
});
