import { afterEach, describe, expect, test } from "bun:test";
import { type MailServer, type MailServerOptions, startMailServer } from "#simulator/mail/server.ts";
import { caCertificate } from "#simulator/media/certificates.ts";
import { createMailer, MailRefused, readMailUrl } from "./mailer.ts";

let server: MailServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const start = async (options?: MailServerOptions) => {
  server = await startMailServer(options);
  return server;
};
const mailer = createMailer({ ca: caCertificate });
const account = { user: "balcao@example.com", password: "s3gr edo/ção" };
const mail = {
  to: "ana@example.com",
  subject: "Recuperação de senha: olá, ção",
  text: "Olá, Ana!\n\n.\nUm código: ação",
  uuid: "1",
};

describe("a mail", () => {
  test("a mail arrives with its text in any script", async () => {
    const { url, mails } = await start();
    await mailer.send(`${url}?from=${encodeURIComponent("Balcão <no-reply@example.com>")}`, mail);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      from: "no-reply@example.com",
      to: ["ana@example.com"],
      subject: mail.subject,
      encrypted: false,
    });
    expect(mails[0]?.text.trim()).toBe(mail.text);
    expect(mails[0]?.headers.get("message-id")).toBe("<1@example.com>");
  });

  test.each(["starttls", "implicit"] as const)(
    "a mail is sent encrypted and authenticated, by %s",
    async (tls) => {
      const { url, mails } = await start({ tls, account });
      await mailer.send(url, mail);
      expect(mails[0]).toMatchObject({ encrypted: true, user: account.user, from: account.user });
    },
  );

  test("the password is never sent unencrypted", async () => {
    const { url, mails } = await start({ account });
    await expect(mailer.send(url, mail)).rejects.toThrow();
    expect(mails).toEqual([]);
    await mailer.send(`${url}?tls=off`, mail);
    expect(mails[0]).toMatchObject({ encrypted: false, user: account.user });
  });

  test("a permanent rejection is MailRefused; other errors may be retried", async () => {
    const { url, refuse } = await start();
    refuse("550 5.1.1 no such user", "451 4.3.0 try later");
    await expect(mailer.send(url, mail)).rejects.toBeInstanceOf(MailRefused);
    await expect(mailer.send(url, mail)).rejects.not.toBeInstanceOf(MailRefused);
    await expect(mailer.send("smtp://127.0.0.1:1", mail)).rejects.not.toBeInstanceOf(MailRefused);
  });

  test("a server with an untrusted certificate gets no mail", async () => {
    const { url, mails } = await start({ tls: "implicit" });
    await expect(createMailer().send(url, mail)).rejects.toThrow("certificate");
    expect(mails).toEqual([]);
  });

  test("the error of a failed login does not contain the password", async () => {
    const { url } = await start({ tls: "implicit", account: { ...account, password: "other" } });
    const wrong = url.replace(":other@", ":not-this-one@");
    const failure = await mailer.send(wrong, mail).catch(String);
    expect(failure).toContain("535");
    expect(failure).not.toContain("not-this-one");
  });
});

test("a mail URL has the server, the account and the sender", () => {
  expect(readMailUrl("smtps://ana%40x.com:a%2Fb@mail.x.com")).toEqual({
    host: "mail.x.com",
    port: 465,
    secure: true,
    tls: "off",
    user: "ana@x.com",
    password: "a/b",
    from: "ana@x.com",
  });
  expect(readMailUrl("smtp://mail.x.com")).toMatchObject({
    port: 587,
    tls: "offered",
    from: "balcao@mail.x.com",
  });
  expect(() => readMailUrl("https://mail.x.com")).toThrow(TypeError);
});
