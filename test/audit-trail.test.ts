import { afterAll, beforeAll, expect, test } from "bun:test";
import { audited, parseAction } from "#accounts/audit/index.ts";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { features } from "#features.ts";
import { one } from "#platform/db/database.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

const ATTENDANCE =
  "what happens to a ticket stands in its own history, and this is what attendants do all day";
const TALK = "the message is its own trail, with who wrote it";
const OWN = "moves nothing but the caller's own marks";
const ASKS = "asks and stores nothing";
const SESSION =
  "the session that begins or ends leaves the line (src/accounts/auth/sessions/audit-session.ts)";

/** Routes that change something and leave no line of their own, each with its reason. A new line here is a decision. */
const WITHOUT: Readonly<Record<string, string>> = {
  "POST /auth/login": SESSION,
  "DELETE /auth/logout": SESSION,
  "DELETE /auth/sessions": SESSION,
  "DELETE /auth/sessions/:id": SESSION,
  "POST /resetpasswords": SESSION,
  "POST /auth/refresh_token": "the same session goes on",
  "POST /forgetpassword": "nobody knows who asks; the new password leaves a line",
  "POST /auth/confirm": "the person confirms an address of their own",
  "POST /auth/confirm/again": "a mail is sent once more",
  "POST /setup": "the new super user leaves a line (src/accounts/auth/set-up/set-up.ts)",
  "POST /companies/cadastro": "the new company leaves a line (src/accounts/signup/sign-up.ts)",
  "POST /companies/:id/support":
    "entering leaves a line in both trails (src/accounts/auth/support/support.ts)",
  "DELETE /support": "leaving does (src/accounts/auth/support/support.ts)",
  "PUT /users/me/away": OWN,
  "PUT /first-steps": "shows or hides a list, and changes nothing else",
  "PUT /push": OWN,
  "DELETE /push": OWN,
  "POST /push/test": ASKS,
  "POST /contacts/check": ASKS,
  "POST /chatbot/rehearsal": ASKS,
  "POST /prompt/assist": ASKS,
  "POST /campaigns/preview": ASKS,
  "POST /tickets": ATTENDANCE,
  "PUT /tickets/:id": ATTENDANCE,
  "POST /tickets/:id/take-over": ATTENDANCE,
  "POST /tickets/:id/undo-close": ATTENDANCE,
  "PUT /tickets/:id/lane": ATTENDANCE,
  "PUT /ticket-tags/:ticketId/:tagId": ATTENDANCE,
  "DELETE /ticket-tags/:ticketId": ATTENDANCE,
  "POST /tags/sync": ATTENDANCE,
  "POST /ticket-notes": ATTENDANCE,
  "DELETE /ticket-notes/:id": ATTENDANCE,
  "POST /messages/:ticketId": TALK,
  "PUT /messages/:id": TALK,
  "DELETE /messages/:id": TALK,
  "PUT /messages/:id/reaction": TALK,
  "POST /messages/:id/retry": TALK,
  "POST /messages/:id/download": TALK,
  "POST /messages/send": TALK,
  "POST /facebook/official/numbers": ASKS,
  "POST /chats/:id/messages": TALK,
  "PUT /chats/:id/messages/:messageId": TALK,
  "DELETE /chats/:id/messages/:messageId": TALK,
  "POST /chats/:id/read": OWN,
  "POST /companies/import/:id/pieces": "one of many pieces of a file; beginning and opening it leave a line",
  "POST /announcements/read-all": OWN,
  "POST /announcements/:id/read": OWN,
  "POST /integrations/callback/:token": "an outside system speaks in a conversation, whose history has it",
};
/** Everything a company exports as a file. */
const isExport = ({ method, path }: AppRoute) => method === "GET" && /export|\.csv$|\/report$/.test(path);
/** Answers about exports, not exports. */
const NO_EXPORT = ["GET /companies/:id/export"];

let app: TestApp;
let admin: UserCtx;
let root: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  admin = testUser(app.company(), { profile: "admin" });
  const provider = testUser(ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  root = { ...provider, actor: { ...provider.actor, super: true } };
});
afterAll(() => app.stop());

const routes = features.flatMap((feature) => feature.routes ?? []);
const nameOf = ({ method, path }: AppRoute) => `${method} ${path}`;

test("every route that changes or exports data writes a line to the audit trail, or has a stated reason not to", () => {
  const mustTell = routes.filter(
    (route) => (route.method !== "GET" || isExport(route)) && !NO_EXPORT.includes(nameOf(route)),
  );
  const silent = mustTell.filter(({ audit }) => audit === undefined).map(nameOf);
  expect(silent.sort()).toEqual(Object.keys(WITHOUT).sort());
  for (const { audit } of routes)
    if (audit !== undefined) expect([audit, parseAction(audit)]).not.toContain(undefined);
});

test("the audit line is in its trail before the response is sent", async () => {
  const count = () => {
    const lines = (who: UserCtx) =>
      one<{ n: number }>(who.tenant.db, "SELECT count(*) AS n FROM audit_log")?.n ?? 0;
    const provider =
      one<{ n: number }>(app.installation.system, "SELECT count(*) AS n FROM provider_audit_log")?.n ?? 0;
    return { company: lines(admin) + lines(root), provider };
  };
  for (const route of routes) {
    if (route.audit === undefined) continue;
    const isSuper = route.access === "super";
    const before = count();
    const done = audited({ ...route, handle: () => ({ id: 1 }) });
    await done.handle({
      ctx: { installation: app.installation, user: isSuper ? root : admin },
      params: { id: 1, key: "call", page: "terms" },
      query: {},
      body: {},
      ip: "127.0.0.1",
      https: false,
      request: new Request("http://localhost"),
    } as never);
    const after = count();
    const more = after.company - before.company + after.provider - before.provider;
    expect([nameOf(route), more > 0]).toEqual([nameOf(route), true]);
    if (!isSuper) expect([nameOf(route), after.provider]).toEqual([nameOf(route), before.provider]);
  }
});
