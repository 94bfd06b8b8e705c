import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { features } from "#features.ts";
import { type Layout, ROOMS, roomOf, type Sources, violations } from "#test/helpers/source/architecture.ts";

const repository = join(import.meta.dir, "..");
const layout: Layout = {
  features: features.map(({ name }) => name),
  web: [
    "first-steps",
    "opening-hours",
    "quick-picker",
    "ai-help",
    "messages",
    "reconciliation",
    "fields",
    "contacts",
    "reach",
    "costs",
    "variables",
    "templates",
    "follow-ups",
    "schedules",
    "contact-lists",
    "chats",
    "worker",
    "drafts",
    "tickets",
    "sla",
    "ticket-actions",
    "macros",
    "quick-replies",
    "share",
    "kanban",
    "queues",
    "connections",
    "helps",
    "plans",
    "companies",
    "settings",
    "rules",
    "automation-page",
    "audit",
    "campaigns",
    "file-lists",
    "integrations",
    "prompts",
    "billing",
    "signup",
    "subscription",
    "login",
    "work-times",
    "reports",
    "dashboard",
  ],
  long: {},
};

function readSources(): Sources {
  const files = [
    ...new Bun.Glob("{src,web,simulator,test,bench,scripts,migrations}/**/*.{ts,tsx}").scanSync(repository),
  ];
  return new Map(files.sort().map((path) => [path, readFileSync(join(repository, path), "utf8")]));
}

describe("source tree", () => {
  test("every source file follows the import order, the folder fences and the size limits", () => {
    expect(violations(readSources(), layout)).toEqual([]);
  });

  test("every feature has a folder and every folder is a feature", () => {
    const known = new Set(["platform", "cluster", "tenants", "cli", "config", ...layout.features]);
    const folders = new Set(
      [...readSources().keys()].flatMap((path) => {
        const [, folder, feature] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? [];
        return (roomOf(path) ? feature : folder) ?? [];
      }),
    );
    expect([...folders].filter((folder) => !known.has(folder))).toEqual([]);
    expect(layout.features.filter((name) => !folders.has(name))).toEqual([]);
  });

  test("features.ts lists the features area by area, in the order of the areas", () => {
    const roomOfFeature = (name: string) =>
      ROOMS.findIndex((room) => existsSync(join(repository, "src", room, name)));
    const rooms = layout.features.map(roomOfFeature);
    expect(rooms).toEqual(rooms.toSorted((a, b) => a - b));
  });

  test("a feature with pages has its web folder in the same area", () => {
    const pages = ROOMS.flatMap((room) =>
      readdirSync(join(repository, "web", room)).map((name) => ({ room, name })),
    );
    const elsewhere = pages.filter(
      ({ room, name }) => layout.features.includes(name) && !existsSync(join(repository, "src", room, name)),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe("the check of the import order", () => {
  const complaints = (path: string, source: string) =>
    violations(new Map([[path, source]]), {
      features: ["settings", "users", "tickets"],
      web: ["tags", "users"],
      long: {},
    });

  test.each([
    ["a path upwards", "src/accounts/users/a.ts", 'import { a } from "../tags/b.ts";'],
    ["the same folder by #", "src/accounts/users/a.ts", 'import { a } from "#accounts/users/b.ts";'],
    ["no extension", "src/accounts/users/a.ts", 'import { a } from "./b";'],
    ["a built-in without node:", "src/accounts/users/a.ts", 'import { readFileSync } from "fs";'],
    ["a feature below", "src/accounts/users/a.ts", 'import { a } from "#inbox/tickets/index.ts";'],
    [
      "a type of a feature below",
      "src/accounts/users/a.ts",
      'import type { A } from "#inbox/tickets/index.ts";',
    ],
    [
      "the inside of a feature above",
      "src/inbox/tickets/a.ts",
      'import { a } from "#accounts/users/queries.ts";',
    ],
    [
      "tables of another outside queries",
      "src/inbox/tickets/transitions/accept.ts",
      'import { user } from "#accounts/users/schema.ts";',
    ],
    ["a feature in the platform", "src/platform/a.ts", 'import { a } from "#accounts/users/index.ts";'],
    ["configuration in the platform", "src/platform/http/a.ts", 'import type { Config } from "#config.ts";'],
    ["the tenants in the cluster", "src/cluster/log/a.ts", 'import { a } from "#tenants/registry.ts";'],
    ["the cluster in the tenants", "src/tenants/a.ts", 'import { a } from "#cluster/log/log.ts";'],
    ["a feature in the tenants", "src/tenants/a.ts", 'import { a } from "#accounts/settings/index.ts";'],
    ["the composition root in a feature", "src/accounts/users/a.ts", 'import { createApp } from "#app.ts";'],
    ["the inside of a feature in the root", "src/app.ts", 'import { a } from "#accounts/users/queries.ts";'],
    [
      "something else in the list of features",
      "src/features.ts",
      'import { a } from "#accounts/users/index.ts";',
    ],
    ["a re-export", "src/accounts/users/a.ts", 'export { a } from "#inbox/tickets/index.ts";'],
    [
      "an import over several lines",
      "src/accounts/users/a.ts",
      'import {\n  a,\n  b,\n} from "#inbox/tickets/index.ts";',
    ],
    ["a dynamic import", "src/accounts/users/a.ts", 'const a = await import("#inbox/tickets/index.ts");'],
    [
      "Baileys outside its folder",
      "src/channels/connections/a.ts",
      'import { a } from "@whiskeysockets/baileys";',
    ],
    ["Hono outside routes", "src/accounts/users/service.ts", 'import { Hono } from "hono";'],
    [
      "SQLite outside the platform",
      "src/accounts/users/queries.ts",
      'import Database from "better-sqlite3";',
    ],
    ["NATS outside the cluster", "src/platform/a.ts", 'import { connect } from "@nats-io/transport-node";'],
    ["React in the server", "src/accounts/users/a.ts", 'import { useState } from "react";'],
    ["the simulator in the product", "src/accounts/users/a.ts", 'import { a } from "#simulator/network.ts";'],
    ["a test helper in the product", "web/accounts/users/a.ts", 'import { a } from "#test/helpers/app.ts";'],
    ["code in a contract", "src/accounts/users/contract.ts", 'import { a } from "./present.ts";'],
    [
      "code in the words",
      "src/accounts/users/locales/pt.ts",
      'import { a } from "#accounts/users/index.ts";',
    ],
    [
      "the database in a policy",
      "src/accounts/users/policy.ts",
      'import { one } from "#platform/db/database.ts";',
    ],
    [
      "server code in the web",
      "web/accounts/users/page.tsx",
      'import { a } from "#accounts/users/index.ts";',
    ],
    [
      "a page in one of its parts",
      "web/people/tags/list.tsx",
      'import { a } from "#web/accounts/users/model.ts";',
    ],
    ["an unrelated page", "web/accounts/login/page.tsx", 'import { a } from "#web/people/tags/model.ts";'],
    [
      "a page in the shared parts",
      "web/ui/button/button.tsx",
      'import { a } from "#web/accounts/users/model.ts";',
    ],
    ["a file of 301 lines", "src/accounts/users/a.ts", "// x\n".repeat(301)],
  ])("the import check reports %s", (_, path, source) => {
    expect(complaints(path, source)).toHaveLength(1);
  });

  test.each([
    [
      "src/inbox/tickets/a.ts",
      'import { a } from "#accounts/users/index.ts";\nimport { b } from "#accounts/users/events.ts";',
    ],
    ["src/inbox/tickets/queries.ts", 'import { user } from "#accounts/users/schema.ts";'],
    [
      "src/inbox/tickets/policy.ts",
      'import type { Row } from "./schema.ts";\nimport { isAdmin } from "#tenants/tenant.ts";',
    ],
    [
      "src/accounts/users/a.test.ts",
      'import { a } from "#inbox/tickets/transitions/accept.ts";\nimport { b } from "#test/helpers/app.ts";',
    ],
    [
      "src/accounts/users/contract.ts",
      'import * as v from "valibot";\nimport { QueueRef } from "#accounts/settings/contract.ts";',
    ],
    [
      "src/app.ts",
      'import { createGuard } from "#accounts/users/index.ts";\nimport { features } from "#features.ts";',
    ],
    ["src/main.ts", 'const { demo } = await import("#simulator/demo/command.ts");'],
    ["src/accounts/users/a.ts", '// import { a } from "../b.ts";\n/* import { c } from "../d.ts"; */'],
    ["web/accounts/users/page.tsx", 'import { a } from "#web/people/tags/list.tsx";'],
    ["web/app/routes/routes.tsx", 'const page = await import("#web/accounts/users/page.tsx");'],
    [
      "web/accounts/users/page.tsx",
      'import { useState } from "react";\nimport { User } from "#accounts/users/contract.ts";',
    ],
  ])("the import check accepts %s as it should be", (path, source) => {
    expect(complaints(path, source)).toEqual([]);
  });
});
