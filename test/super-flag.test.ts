import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { isSuper, superUsers } from "#accounts/users/index.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

const repository = join(import.meta.dir, "..");
const OWNER = "src/accounts/users/logins/super-users.ts";
const STATEMENTS = "src/accounts/users/logins/super-users.sql.ts";
const COMMENTS = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
const LITERALS = /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;
/** A text with the column in it that is SQL, or a part of it (`u.super`), or drizzle's `integer("super")`. */
const isSql = (text: string): boolean =>
  /\bsuper\b/.test(text) && /\b(?:SELECT|UPDATE|INSERT|DELETE|WHERE|FROM|SET)\b|\b\w+\.super\b/.test(text);

const readers = (files: ReadonlyMap<string, string>): string[] =>
  [...files]
    .filter(([, source]) => {
      const code = source.replace(COMMENTS, "");
      return /(?:integer|text)\("super"/.test(code) || (code.match(LITERALS) ?? []).some(isSql);
    })
    .map(([path]) => path);

describe("the column user.super", () => {
  test("the column user.super is read and written by one file and its statements", () => {
    const files = new Map<string, string>();
    for (const path of new Bun.Glob("src/**/*.ts").scanSync(repository))
      if (!path.endsWith(".test.ts") && !/\/testing(\.ts|\/)/.test(path))
        files.set(path, readFileSync(join(repository, path), "utf8"));
    // The typed face of the table names the column, and nothing reads it there.
    expect(readers(files).sort()).toEqual([STATEMENTS, OWNER, "src/accounts/users/schema.ts"].toSorted());
    const importers = [...files]
      .filter(([, source]) => source.includes("super-users.sql.ts"))
      .map(([path]) => path);
    expect(importers).toEqual([OWNER]);
    for (const [path, source] of files)
      if (source.includes("#accounts/users/schema.ts")) expect(source, path).not.toMatch(/\buser\.super\b/);
  });

  test.each([
    'const A = "SELECT 1 FROM user WHERE super = 1";',
    "const B = `SELECT u.name, u.super, u.id FROM user u`;",
    "const C = `UPDATE user SET name = ?, super = 1 WHERE id = ?`;",
    "const D = `INSERT INTO user (name, super) VALUES (?, 1)`;",
    'super: integer("super", { mode: "boolean" }),',
  ])("the check of the column user.super reports %s", (text) => {
    expect(readers(new Map([["src/a.ts", text]]))).toEqual(["src/a.ts"]);
  });

  test("a super flag has effect only in the provider's company, in every response and on every route", async () => {
    const app = await startTestApp();
    const [provider, other] = [app.company("Provedor"), app.company("Padaria")];
    const people = [provider, other].map((tenant) => testUser(tenant, { profile: "admin" }));
    for (const { tenant, actor } of people)
      run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", actor.id);
    const answers = await Promise.all(
      people.map(async (person) => {
        const api = app.api(person);
        return [
          (await api.get("/companies")).status,
          (await api.get("/auth/me")).body.super,
          (await api.get(`/users/${person.actor.id}`)).body.super,
          superUsers(person.tenant).length,
        ];
      }),
    );
    expect(answers).toEqual([
      [200, true, true, 1],
      [403, false, false, 0],
    ]);
    expect(isSuper({ id: PROVIDER_ID + 1 }, { super_column: 1 })).toBe(false);
    await app.stop();
  });
});
