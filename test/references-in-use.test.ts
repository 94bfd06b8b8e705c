import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import type { ReferenceKind } from "#inbox/conditions/references.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let tenant: Tenant;
let api: Api;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off", SMTP_URL: "smtp://mail.test" } });
  tenant = app.company();
  api = app.api(testUser(tenant, { name: "Dona", profile: "admin" }));
});
afterAll(() => app.stop());

let made = 0;
/** Creates something and returns its id. */
async function post(path: string, body: object): Promise<number> {
  const answer = await api.post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}
const name = () => {
  made += 1;
  return `Nome ${made}`;
};

interface Thing {
  /** What is deleted. */
  readonly path: string;
  /** How conditions and actions name it; absent = they cannot. */
  readonly condition?: object;
  readonly action?: object;
  /** How the simple filter of a report names it. */
  readonly filter?: object;
}
/** Everything that conditions and actions name, by kind. A new kind is a type error here. */
const THINGS: Readonly<Record<ReferenceKind | "prompt" | "integration" | "webhook", () => Promise<Thing>>> = {
  async tag() {
    const id = await post("/tags", { name: name(), color: "#ff0000" });
    return {
      path: `/tags/${id}`,
      condition: { field: "tags", op: "any_of", value: [id] },
      action: { action: "tag_add", tagIds: [id] },
      filter: { tagIds: `[${id}]` },
    };
  },
  async queue() {
    const id = await post("/queue", { name: name(), color: "#ff0000" });
    return {
      path: `/queue/${id}`,
      condition: { field: "queue", op: "in", value: [id] },
      action: { action: "transfer", queueId: id },
      filter: { queueIds: `[${id}]` },
    };
  },
  async resolution() {
    const id = await post("/resolutions", { name: name() });
    return {
      path: `/resolutions/${id}`,
      condition: { field: "resolution", op: "in", value: [id] },
      action: { action: "resolve", farewell: false, resolutionId: id },
    };
  },
  async field() {
    const label = name();
    const key = `campo_${made}`;
    const id = await post("/fields", { of: "ticket", key, label, kind: "text" });
    return {
      path: `/fields/${id}`,
      condition: { field: `field.${key}`, op: "not_empty" },
      action: { action: "field_set", key, value: "x" },
    };
  },
  async quick_reply() {
    const id = await post("/quick-messages", { shortcode: `rapida${made++}`, message: "Oi", geral: true });
    return { path: `/quick-messages/${id}`, action: { action: "reply", quickReplyId: id } };
  },
  async follow_up() {
    const steps = [{ waitMinutes: 60, text: "Oi?" }];
    const ending = { action: "none", waitMinutes: 60 };
    const id = await post("/follow-ups", { name: name(), shared: true, steps, ending, onlyInHours: false });
    return { path: `/follow-ups/${id}`, action: { action: "follow_up", followUpId: id } };
  },
  async prompt() {
    const { id } = run(
      tenant.db,
      `INSERT INTO prompt (name, prompt, queue_id, base_url, model, created_at, updated_at)
       VALUES (?, 'x', (SELECT min(id) FROM queue), '', '', 0, 0)`,
      name(),
    );
    return { path: `/prompt/${id}`, action: { action: "start_prompt", promptId: id } };
  },
  async integration() {
    return {
      path: `/queueIntegration/${integration(0)}`,
      action: { action: "start_integration", integrationId: made },
    };
  },
  async webhook() {
    return { path: `/webhooks/${integration(1)}`, action: { action: "webhook", integrationId: made } };
  },
};
/** An integration whose id is `made`. */
function integration(ofCompany: 0 | 1): number {
  const insert = `INSERT INTO integration (id, type, name, of_company, created_at, updated_at)
    VALUES (?, 'webhook', ?, ?, 0, 0)`;
  run(tenant.db, insert, ++made, `Integração ${made}`, ofCompany);
  return made;
}
type Kind = keyof typeof THINGS;

interface Use {
  /** `kind` of `details.by`. */
  readonly by: string;
  readonly path: string;
  readonly body: object;
}
/** How each registered feature refers to an object; an empty list = it cannot. */
const USERS: Readonly<Record<string, (thing: Thing, kind: Kind) => readonly Use[]>> = {
  "ticket-views": ({ condition }) =>
    withConditions({ by: "view", path: "/ticket-views", body: { shared: true } }, condition),
  sla: ({ condition }) =>
    withConditions(
      { by: "sla_policy", path: "/sla-policies", body: { hours: "clock", firstMinutes: 60 } },
      condition,
    ),
  macros: ({ action }, kind) =>
    isOfRulesAlone(kind) ? [] : withAction({ by: "macro", path: "/macros", body: { shared: true } }, action),
  rules: ({ condition, action }, kind) => [
    ...withConditions(
      {
        by: "rule",
        path: "/rules",
        body: { event: "queue_entered", actions: [{ action: "priority", priority: 4 }] },
      },
      condition,
    ),
    ...withAction({ by: "rule", path: "/rules", body: { event: "queue_entered" } }, action),
    ...(kind === "tag" && action && "tagIds" in action
      ? [
          {
            by: "rule",
            path: "/rules",
            body: {
              event: "tag_added",
              settings: { tagIds: action.tagIds },
              actions: [{ action: "priority", priority: 4 }],
            },
          },
        ]
      : []),
  ],
  reports: ({ condition, filter }) => {
    const body = { period: "daily", at: "07:30", userIds: [1] };
    const uses: Use[] = [];
    if (condition)
      uses.push({
        by: "report_schedule",
        path: "/report-schedules",
        body: { ...body, filter: { filter: JSON.stringify({ all: [condition] }) } },
      });
    if (filter) uses.push({ by: "report_schedule", path: "/report-schedules", body: { ...body, filter } });
    return uses;
  },
};
const isOfRulesAlone = (kind: Kind): boolean => ["prompt", "integration", "webhook"].includes(kind);
const withConditions = (use: Use, condition: object | undefined): readonly Use[] =>
  condition ? [{ ...use, body: { ...use.body, conditions: { all: [condition] } } }] : [];
const withAction = (use: Use, action: object | undefined): readonly Use[] =>
  action ? [{ ...use, body: { ...use.body, actions: [action] } }] : [];

describe("references of shared objects", () => {
  test("every feature that stores conditions or actions is walked by this test", () => {
    expect([...app.installation.ports.use(ConditionUsersPort).keys()].sort()).toEqual(
      Object.keys(USERS).sort(),
    );
  });

  const pairs = Object.keys(USERS).flatMap((user) =>
    (Object.keys(THINGS) as Kind[]).map((kind) => [kind, user] as const),
  );
  test.each(pairs)("a %s that %s uses cannot be deleted until that is deleted", async (kind, user) => {
    const thing = await THINGS[kind]();
    for (const { by, path, body } of USERS[user]?.(thing, kind) ?? []) {
      const title = name();
      const id = await post(path, { ...body, name: title });
      expect(await api.delete(thing.path)).toMatchObject({
        status: 409,
        body: { error: "ERR_IN_USE", details: { by: [{ kind: by, id, name: title }] } },
      });
      expect((await api.delete(`${path}/${id}`)).status).toBe(200);
    }
    expect((await api.delete(thing.path)).status).toBe(200);
  });
});

describe("references of personal objects", () => {
  const named = (Object.keys(THINGS) as Kind[]).filter((kind) => !isOfRulesAlone(kind));
  const kept = { action: "priority", priority: 4 };

  test.each(named)("a %s is deleted, and the person's own macros and views lose it", async (kind) => {
    const { path, condition, action } = await THINGS[kind]();
    const isLast = kind === "queue" || kind === "resolution";
    const macroId = await post("/macros", {
      name: name(),
      actions: isLast ? [kept, action] : [action, kept],
    });
    const viewId = condition
      ? await post("/ticket-views", { name: name(), conditions: { all: [condition] } })
      : undefined;
    expect((await api.delete(path)).status).toBe(200);
    const { macros } = (await api.get<{ macros: { id: number; actions: object[] }[] }>("/macros")).body;
    // A resolve without its resolution stays a resolve.
    expect(macros.find(({ id }) => id === macroId)?.actions).toEqual(
      kind === "resolution" ? [kept, { action: "resolve", farewell: false }] : [kept],
    );
    const { views } = (await api.get<{ views: { id: number; conditions: object }[] }>("/ticket-views")).body;
    expect(views.find(({ id }) => id === viewId)?.conditions).toEqual(condition && { all: [] });
  });
});
