import { beforeAll, expect, test } from "bun:test";
import { accessTokens } from "#accounts/auth/guard/access-token.ts";
import { ownerOfBearer } from "#accounts/auth/index.ts";
import { writeRefreshToken } from "#accounts/auth/login/refresh-token.ts";
import { withDescription } from "#app-description.ts";
import { signMediaUrl } from "#channels/media/serving/signed-urls.ts";
import { features } from "#features.ts";
import { signExport } from "#operations/backups/exports/mount.ts";
import { cellOfId, oneCell } from "#platform/cells.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import type { CellRule } from "#platform/http/cells/cell-rule.ts";
import { type CellFinder, cellByRule, cellOfCaller } from "#platform/http/cells/find-cell.ts";
import { sha256 } from "#platform/ids.ts";
import { memoryDirectory } from "#test/helpers/memory-directory.ts";

// A standby has no open database: it finds the cell of a request from the installation key, the directory and the
// declarations. docs/rules/cells.md#requests

const NOW = Date.UTC(2026, 10, 21, 12);
const secrets = createSecrets("a key that only the tests know, 32 long");
const directory = memoryDirectory();
const finder: CellFinder = {
  cells: { ...oneCell(9), all: () => [1, 2, 3, 9], ofCompany: cellOfId, directory: directory.of(9) },
  secrets,
  now: () => NOW,
  ownerOfBearer,
};
const routes = withDescription(features.flatMap((feature) => feature.routes ?? []));

beforeAll(() => {
  directory.leave({ kind: "login", value: "ana@example.com" }, 2, 2_000_005);
  directory.leave({ kind: "token", value: sha256("segredo") }, 3, 3_000_001);
  directory.leave({ kind: "api-key", value: sha256("blc_key") }, 2, 2_000_005);
  // While a company is created its entry names the cell alone.
  directory.leave({ kind: "link", value: sha256("t".repeat(43)) }, 3, null);
});

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://balcao${path}`, { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function ofRoute(
  name: string,
  given: Request,
  parts: { params?: unknown; query?: unknown; body?: unknown } = {},
) {
  const route = routes.find(({ method, path }) => `${method} ${path}` === name);
  if (!route) throw new Error(`there is no route ${name}`);
  const seen = { params: parts.params, query: parts.query, body: parts.body };
  return route.access === "public"
    ? cellByRule(finder, route.cell as CellRule, given, seen)
    : cellOfCaller(finder, route.cell, given, () => seen);
}
const ofMount = (path: string) => {
  const mount = features.flatMap(({ mounts = [] }) => mounts).find(({ prefix }) => path.startsWith(prefix));
  const nothing = { params: undefined, query: undefined, body: undefined };
  return cellByRule(finder, mount?.cell as CellRule, request(path), nothing);
};
const tokenOf = (companyId: number, fields: { super?: boolean } = {}) =>
  accessTokens({ secrets }).sign(
    { companyId, userId: 1, sessionId: 1, billing: false, role: "admin", ...fields },
    NOW,
  );

test("the cell of a request with a login session, a key or a signed value needs no database", async () => {
  const cookie = `jrt=${writeRefreshToken(secrets, { companyId: 3_000_001, family: "f", generation: 0 })}`;
  const media = signMediaUrl(secrets, { companyId: 2_000_005, fileId: 1, fileName: "a.png" }, NOW);
  const link = { exportId: 3_000_000_000, userId: 1 };
  const send = request("/api/messages/send", bearer("segredo"));
  const found = {
    session: await ofRoute("GET /tickets", request("/api/tickets", bearer(tokenOf(2_000_005)))),
    apiKey: await ofRoute("GET /tickets", request("/api/tickets", bearer("blc_key"))),
    login: await ofRoute("POST /auth/login", request("/api/auth/login"), {
      body: { email: "ana@example.com" },
    }),
    cookie: await ofRoute("POST /auth/refresh_token", request("/api/auth/refresh_token", { cookie })),
    connectionToken: await ofRoute("POST /messages/send", send),
    link: await ofRoute("GET /public-link/:token", request("/"), { params: { token: "t".repeat(43) } }),
    media: await ofMount(media),
    export: await ofMount(signExport(secrets, link, NOW)),
    home: await ofRoute("POST /setup", request("/api/setup")),
    any: await ofRoute("GET /plans/list", request("/api/plans/list")),
  };
  expect(found).toEqual({
    ...{ session: 2, apiKey: 2, login: 2, cookie: 3, connectionToken: 3, link: 3, media: 2, export: 3 },
    ...{ home: 1, any: null },
  });
});

test("a super user's request finds the company that it names, other users' requests always their own", async () => {
  const read = (token: string, id: number) =>
    ofRoute("GET /companies/:id", request("/", bearer(token)), { params: { id } });
  const root = tokenOf(1, { super: true });
  expect([await read(root, 2_000_005), await read(root, 1), await read(root, 7_000_000)]).toEqual([2, 1, 1]);
  expect([await read(tokenOf(1), 2_000_005), await read(tokenOf(3_000_001), 2_000_005)]).toEqual([1, 3]);
  const hinted = (companyId?: string) =>
    ofRoute("GET /users/list", request("/", bearer(root)), { query: { companyId } });
  expect([await hinted("2000005"), await hinted(), await hinted("x")]).toEqual([2, 1, 1]);
});

test("an invalid or unknown value names no cell", async () => {
  const expired = accessTokens({ secrets }).sign(
    { companyId: 2_000_005, userId: 1, sessionId: 1, billing: false, role: "admin" },
    NOW - 3_600_000,
  );
  const unknown = { body: { email: "nobody@example.com" } };
  // The home cell knows the sign-ups that wait.
  expect(await ofRoute("POST /auth/login", request("/"), unknown)).toBe(1);
  const found = [
    await ofRoute("GET /tickets", request("/api/tickets")),
    await ofRoute("GET /tickets", request("/api/tickets", bearer(expired))),
    await ofRoute("GET /tickets", request("/api/tickets", bearer(`${tokenOf(2_000_005)}x`))),
    await ofRoute("POST /forgetpassword", request("/"), unknown),
    await ofMount("/media/2000005/1/a.png?e=1&s=0"),
  ];
  expect(found).toEqual([null, null, null, null, null]);
});
