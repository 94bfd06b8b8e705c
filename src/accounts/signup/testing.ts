import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, run } from "#platform/db/database.ts";
import { startMailServer } from "#simulator/mail/server.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "#test/helpers/app.ts";

const LINK = /https:\/\/atendimento\.example\.com\/confirm#token=([\w-]{43})/;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const WAITS = { status: 403, body: { error: "ERR_EMAIL_NOT_CONFIRMED" } };
export const WRONG_PASSWORD = { status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } };
/** Expected response to a link that no longer works. */
export const dead = (reason: string) => ({
  status: 400,
  body: { error: "ERR_CONFIRMATION_CODE", details: { reason } },
});

let plans = 0;
/** A plan on offer; returns its id. */
export function testOffer(app: TestApp, cents = 9990): number {
  plans += 1;
  const now = app.clock.now();
  return run(
    app.installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, public, created_at, updated_at)
     VALUES (?, 5, 5, 5, ?, 1, ?, ?)`,
    `Plano ${plans}`,
    cents,
    now,
    now,
  ).id;
}

/** Starts an installation with a mail server, for tests that sign up and open mailed links. */
export async function startSignupWorld(options: Pick<TestAppOptions, "cells" | "clock"> = {}) {
  const server = await startMailServer();
  const app = await startTestApp({
    ...options,
    env: { SMTP_URL: server.url, PUBLIC_URL: "https://atendimento.example.com", RATE_LIMITS: "off" },
  });
  const planId = testOffer(app);
  app.company("Provedor");
  let made = 0;
  return {
    app,
    server,
    set: (key: "confirmSignup" | "allowSignup", value: "enabled" | "disabled") =>
      writeSetting(app.installation.tenants.open(1), key, value),
    async signUp(fields: Record<string, unknown> = {}) {
      made += 1;
      const who = { email: `dona${made}@padaria.example`, password: "pão quente" };
      const before = server.mails.length;
      const body = {
        ...who,
        name: `Padaria ${made}`,
        adminName: "Dona Aurora",
        phone: "",
        planId,
        ...fields,
      };
      const reply = await app.api().post("/companies/cadastro", body);
      const cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
      return { who: { email: body.email, password: body.password }, name: body.name, before, reply, cookie };
    },
    login: (who: object) => app.api().post("/auth/login", who),
    confirm: (token: string, headers = {}) => app.api().post("/auth/confirm", { token }, headers),
    again: (who: object) => app.api().post("/auth/confirm/again", who),
    /** The code in the mail with this index. */
    async codeOf(index: number): Promise<string> {
      await app.app.runJob("mails");
      const code = LINK.exec((await server.mail(index)).text)?.[1] ?? "";
      expect(code).toHaveLength(43);
      return code;
    },
    companiesOf: (email: string) =>
      all<{ id: number; name: string; due_date: string }>(
        app.installation.system,
        "SELECT id, name, due_date FROM company WHERE email = ?",
        email,
      ),
    folders: () => readdirSync(`${app.directory}/companies`).sort(),
    async stop() {
      await app.stop();
      await server.close();
    },
  };
}
export type SignupWorld = Awaited<ReturnType<typeof startSignupWorld>>;
