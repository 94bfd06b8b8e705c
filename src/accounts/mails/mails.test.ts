import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { png } from "#channels/media/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { brandScale } from "#provider/branding/colors/contract.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import type { NewMail } from "./index.ts";
import { queueMail } from "./send.ts";

const HOUR = 60 * 60_000;
let server: MailServer;
let app: TestApp;
beforeEach(async () => {
  server = await startMailServer();
  app = await startTestApp({ env: { SMTP_URL: server.url } });
});
afterEach(async () => {
  await app.stop();
  await server.close();
});

const waiting = () => all<{ recipient: string }>(app.installation.system, "SELECT * FROM mail ORDER BY id");
const send = (fields: Partial<NewMail> = {}) =>
  queueMail(app.installation, {
    companyId: 1,
    to: "ana@example.com",
    subject: "Olá",
    text: "Um código secreto",
    expiresAt: app.clock.now() + HOUR,
    ...fields,
  });
const work = () => app.app.runJob("mails");

describe("mail in the outbox", () => {
  test("a mail in the outbox is sent once and deleted; on disk it is encrypted", async () => {
    send();
    expect(JSON.stringify(waiting())).not.toContain("secreto");
    await work();
    await work();
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([[["ana@example.com"], "Olá"]]);
    expect(waiting()).toEqual([]);
  });

  test("a mail in the outbox survives a restart and an unreachable mail server", async () => {
    const { port } = server;
    await server.close();
    send();
    await work();
    expect(waiting()).toHaveLength(1);
    await app.stop({ directory: true });
    app = await startTestApp({
      directory: app.directory,
      clock: app.clock,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    });
    server = await startMailServer({ port });
    await work();
    expect(server.mails).toHaveLength(0);
    app.clock.advance(15_000);
    await work();
    expect(server.mails).toHaveLength(1);
  });

  test("a mail in the outbox is retried with growing delay and dropped when it expires, with a notice to the admins", async () => {
    const tenant = app.company();
    const socket = await app.socket(testUser(tenant, { profile: "admin" }));
    await server.close();
    send({ companyId: tenant.id });
    for (let minute = 0; minute < 60; minute += 1) {
      await work();
      app.clock.advance(60_000);
    }
    const [{ attempts } = { attempts: 0 }] = all<{ attempts: number }>(
      app.installation.system,
      "SELECT attempts FROM mail",
    );
    expect(attempts).toBeGreaterThan(5);
    expect(attempts).toBeLessThan(15);
    await work();
    expect(waiting()).toEqual([]);
    expect(await socket.event("notice", "create")).toMatchObject({
      code: "mail_failed",
      details: { name: "ana@example.com" },
    });
    socket.close();
    server = await startMailServer();
  });

  test("a mail that the server rejects permanently is dropped at once; other mails continue", async () => {
    const tenant = app.company();
    const socket = await app.socket(testUser(tenant, { profile: "admin" }));
    server.refuse("550 5.1.1 no such user");
    send({ companyId: tenant.id, to: "nobody@example.com" });
    send({ companyId: tenant.id });
    await work();
    expect(server.mails.map(({ to }) => to)).toEqual([["ana@example.com"]]);
    expect(waiting()).toEqual([]);
    expect((await socket.event("notice", "create")).details.reason).toContain("550");
    socket.close();
  });

  test("a mail in the outbox has the provider's name, colour and attached logo", async () => {
    const root = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
    run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
    const asRoot = app.api(root);
    send();
    await work();
    expect((await server.mail(0)).text).toEndWith("-- \nBalcão\n");
    await asRoot.put("/brand", { name: "Fala Fácil", color: "#ffd400" });
    const form = new FormData();
    form.set("file", new File([Buffer.from(await png(300, 100))], "logo.png"));
    await asRoot.post("/brand/logo", form);
    send();
    await work();
    const { text, html, pictures, headers } = await server.mail(1);
    expect(text).toBe("Um código secreto\n\n-- \nFala Fácil\n");
    expect(headers.get("from")).toStartWith("Fala Fácil <");
    expect(html).toContain(`border-top:4px solid ${brandScale("#ffd400", "light").primary}`);
    const [, shown = ""] = /src="cid:([^"]+)"/.exec(html) ?? [];
    const logo = await new Bun.Image(pictures.get(shown) ?? new Uint8Array()).metadata();
    expect([logo.width, logo.height]).toEqual([192, 192]);
    expect(html).not.toMatch(/(?:src|href)="https?:/);
  });

  test("a mail in the outbox uses the server of the setting before that of the environment", async () => {
    const other = await startMailServer();
    const { secrets, system } = app.installation;
    run(system, "INSERT INTO installation_setting VALUES ('smtpUrl', ?)", secrets.encrypt(other.url));
    send();
    await work();
    expect([server.mails.length, other.mails.length]).toEqual([0, 1]);
    await other.close();
  });
});
