import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";

interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: unknown;
  readonly security: readonly unknown[];
  readonly responses: Readonly<Record<string, unknown>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

let app: TestApp;
let page: { readonly paths: Paths; readonly components: object };
beforeAll(async () => {
  app = await startTestApp();
  page = (await app.api().get("/openapi.json")).body;
});
afterAll(() => app.stop());

const operations = () => Object.values(page.paths).flatMap((path) => Object.values(path));

describe("the description of the interface", () => {
  test("the OpenAPI document has every route", () => {
    const described = Object.entries(page.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const real = app.app.routes.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(described.sort()).toEqual([...real].sort());
  });

  test("every operation has a summary, a unique id and its errors", () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { summary, responses } of operations()) {
      expect(summary.length).toBeGreaterThan(5);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "400", "404", "500"]));
    }
  });

  test("every private operation requires a token", () => {
    expect(page.paths["/api/auth/login"]?.["post"]?.security).toEqual([]);
    expect(page.paths["/api/users"]?.["get"]?.security).toEqual([{ session: [] }]);
  });

  test("bodies and parameters are described by their schemas", () => {
    const change = page.paths["/api/tags/{id}"]?.["put"];
    expect(change?.parameters).toEqual([expect.objectContaining({ name: "id", in: "path", required: true })]);
    expect(JSON.stringify(page.paths["/api/tags"]?.["post"]?.requestBody)).toContain('"minLength":3');
    const list = page.paths["/api/tags"]?.["get"];
    expect(list?.parameters.map(({ name }) => name)).toEqual(["searchParam", "pageNumber"]);
  });

  test("every $ref exists", () => {
    for (const [, pointer = ""] of JSON.stringify(page).matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = pointer
        .split("/")
        .slice(1)
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], page);
      expect(found).toBeDefined();
    }
  });
});
