import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { features } from "#features.ts";
import { type Layout, type Sources, violations } from "#test/helpers/architecture.ts";

const repository = join(import.meta.dir, "..");
const layout: Layout = {
  features: features.map(({ name }) => name),
  web: [
    "first-steps",
    "opening-hours",
    "quick-picker",
    "ai-help",
    "messages",
    "contacts",
    "variables",
    "templates",
    "quick-replies",
    "schedules",
    "contact-lists",
    "chats",
    "worker",
    "tickets",
    "share",
    "kanban",
    "queues",
    "connections",
    "helps",
    "plans",
    "companies",
    "settings",
    "audit",
    "campaigns",
    "file-lists",
    "integrations",
    "prompts",
    "billing",
    "signup",
    "subscription",
    "login",
    "dashboard",
  ],
  long: {
    "src/connections/provider.ts": "the port of every channel driver, most of it words",
  },
};

function readSources(): Sources {
  const files = [
    ...new Bun.Glob("{src,web,simulator,test,bench,scripts,migrations}/**/*.{ts,tsx}").scanSync(repository),
  ];
  return new Map(files.sort().map((path) => [path, readFileSync(join(repository, path), "utf8")]));
}

describe("the code", () => {
  test("keeps the direction of imports, the fences, and the sizes", () => {
    expect(violations(readSources(), layout)).toEqual([]);
  });

  test("has a folder for every feature, and a feature for every folder", () => {
    const known = new Set(["platform", "tenants", "cli", "config", ...layout.features]);
    const folders = new Set(
      [...readSources().keys()].flatMap((path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []),
    );
    expect([...folders].filter((folder) => !known.has(folder))).toEqual([]);
    expect(layout.features.filter((name) => !folders.has(name))).toEqual([]);
  });
});

describe("the check itself", () => {
  const complaints = (path: string, source: string) =>
    violations(new Map([[path, source]]), {
      features: ["settings", "users", "tickets"],
      web: ["tags", "users"],
      long: {},
    });

  test.each([
    ["a path upwards", "src/users/a.ts", 'import { a } from "../tags/b.ts";'],
    ["the same folder by #", "src/users/a.ts", 'import { a } from "#users/b.ts";'],
    ["no extension", "src/users/a.ts", 'import { a } from "./b";'],
    ["a built-in without node:", "src/users/a.ts", 'import { readFileSync } from "fs";'],
    ["a feature below", "src/users/a.ts", 'import { a } from "#tickets/index.ts";'],
    ["a type of a feature below", "src/users/a.ts", 'import type { A } from "#tickets/index.ts";'],
    ["the inside of a feature above", "src/tickets/a.ts", 'import { a } from "#users/queries.ts";'],
    [
      "tables of another outside queries",
      "src/tickets/accept.ts",
      'import { user } from "#users/schema.ts";',
    ],
    ["a feature in the platform", "src/platform/a.ts", 'import { a } from "#users/index.ts";'],
    ["configuration in the platform", "src/platform/http/a.ts", 'import type { Config } from "#config.ts";'],
    ["a feature in the tenants", "src/tenants/a.ts", 'import { a } from "#settings/index.ts";'],
    ["the composition root in a feature", "src/users/a.ts", 'import { createApp } from "#app.ts";'],
    ["the inside of a feature in the root", "src/app.ts", 'import { a } from "#users/queries.ts";'],
    ["something else in the list of features", "src/features.ts", 'import { a } from "#users/index.ts";'],
    ["a re-export", "src/users/a.ts", 'export { a } from "#tickets/index.ts";'],
    ["an import over several lines", "src/users/a.ts", 'import {\n  a,\n  b,\n} from "#tickets/index.ts";'],
    ["a dynamic import", "src/users/a.ts", 'const a = await import("#tickets/index.ts");'],
    ["Baileys outside its folder", "src/connections/a.ts", 'import { a } from "@whiskeysockets/baileys";'],
    ["Hono outside routes", "src/users/service.ts", 'import { Hono } from "hono";'],
    ["SQLite outside the platform", "src/users/queries.ts", 'import Database from "better-sqlite3";'],
    ["React in the server", "src/users/a.ts", 'import { useState } from "react";'],
    ["the simulator in the product", "src/users/a.ts", 'import { a } from "#simulator/network.ts";'],
    ["a test helper in the product", "web/users/a.ts", 'import { a } from "#test/helpers/app.ts";'],
    ["code in a contract", "src/users/contract.ts", 'import { a } from "./present.ts";'],
    ["code in the words", "src/users/locales/pt.ts", 'import { a } from "#users/index.ts";'],
    ["the database in a policy", "src/users/policy.ts", 'import { one } from "#platform/db/database.ts";'],
    ["server code in the web", "web/users/page.tsx", 'import { a } from "#users/index.ts";'],
    ["a page in one of its parts", "web/tags/list.tsx", 'import { a } from "#web/users/model.ts";'],
    ["an unrelated page", "web/login/page.tsx", 'import { a } from "#web/tags/model.ts";'],
    ["a page in the shared parts", "web/ui/button.tsx", 'import { a } from "#web/users/model.ts";'],
    ["a file of 301 lines", "src/users/a.ts", "// x\n".repeat(301)],
  ])("sees %s", (_, path, source) => {
    expect(complaints(path, source)).toHaveLength(1);
  });

  test.each([
    ["src/tickets/a.ts", 'import { a } from "#users/index.ts";\nimport { b } from "#users/events.ts";'],
    ["src/tickets/queries.ts", 'import { user } from "#users/schema.ts";'],
    [
      "src/tickets/policy.ts",
      'import type { Row } from "./schema.ts";\nimport { isAdmin } from "#tenants/tenant.ts";',
    ],
    [
      "src/users/a.test.ts",
      'import { a } from "#tickets/accept.ts";\nimport { b } from "#test/helpers/app.ts";',
    ],
    [
      "src/users/contract.ts",
      'import * as v from "valibot";\nimport { QueueRef } from "#settings/contract.ts";',
    ],
    [
      "src/app.ts",
      'import { createGuard } from "#users/index.ts";\nimport { features } from "#features.ts";',
    ],
    ["src/main.ts", 'const { demo } = await import("#simulator/demo/command.ts");'],
    ["src/users/a.ts", '// import { a } from "../b.ts";\n/* import { c } from "../d.ts"; */'],
    ["web/users/page.tsx", 'import { a } from "#web/tags/list.tsx";'],
    ["web/app/routes.tsx", 'const page = await import("#web/users/page.tsx");'],
    ["web/users/page.tsx", 'import { useState } from "react";\nimport { User } from "#users/contract.ts";'],
  ])("is content with %s as it should be", (path, source) => {
    expect(complaints(path, source)).toEqual([]);
  });
});
