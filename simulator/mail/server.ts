import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { decodeWords } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";

export interface MailServerOptions {
  /** Encryption of connections; `none` by default. */
  readonly tls?: "starttls" | "implicit" | "none";
  /** Requires this account before a mail is accepted. */
  readonly account?: { readonly user: string; readonly password: string };
  readonly port?: number;
}

/** A mail server on loopback that stores the mails it receives. */
export interface MailServer {
  readonly port: number;
  /** Value for `SMTP_URL`, with the account. */
  readonly url: string;
  /** Received mails, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the mail of this index (from 0), now or when it arrives. */
  mail(index: number): Promise<ReceivedMail>;
  /** The next mails are rejected with these lines (`550 5.1.1 no such user`), one each. */
  refuse(...lines: string[]): void;
  close(): Promise<void>;
}

/** Starts a server that speaks SMTP, with STARTTLS or TLS from the first byte, and AUTH PLAIN and LOGIN. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const rejections: string[] = [];
  const waiting = new Set<() => void>();
  const { tls = "none", account = null } = options;

  const onData: SMTPServerOptions["onData"] = async (stream, session, callback) => {
    const raw = await buffer(stream);
    const rejection = rejections.shift();
    if (rejection) {
      const [code, ...message] = rejection.split(" ");
      callback(Object.assign(new Error(message.join(" ")), { responseCode: Number(code) }));
      return;
    }
    const { mailFrom, rcptTo } = session.envelope;
    mails.push(
      await readMail(raw, {
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        encrypted: session.secure,
        user: (session.user as string | undefined) ?? null,
      }),
    );
    callback(null);
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const server = new SMTPServer({
    name: "mail.test",
    banner: "ESMTP",
    secure: tls === "implicit",
    key: serverKey,
    cert: serverCertificate,
    disabledCommands: [...(tls === "starttls" ? [] : ["STARTTLS"]), ...(account ? [] : ["AUTH"])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onData,
    onAuth({ username, password }, _session, callback) {
      const isValid = account?.user === username && account?.password === password;
      if (isValid) callback(null, { user: username });
      else callback(new Error("Authentication credentials invalid"));
    },
  });
  // A disconnect of the client is not an error.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const user = account ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@` : "";
  return {
    port,
    url: `${tls === "implicit" ? "smtps" : "smtp"}://${user}127.0.0.1:${port}`,
    mails,
    async mail(index) {
      for (;;) {
        const found = mails[index];
        if (found) return found;
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
      }
    },
    refuse: (...lines) => void rejections.push(...lines),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** A mail as it arrived, decoded. */
interface ReceivedMail {
  /** Sender and recipients of the envelope, not of the headers. */
  readonly from: string;
  readonly to: readonly string[];
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  /** The text as HTML; "" when the mail has only text. */
  readonly html: string;
  /** Images attached for `html`, by the name after `cid:`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Whether the connection was encrypted, and the account that signed in. */
  readonly encrypted: boolean;
  readonly user: string | null;
}

/** Parses a message as it came after DATA. */
async function readMail(
  raw: Uint8Array,
  envelope: Pick<ReceivedMail, "from" | "to" | "encrypted" | "user">,
): Promise<ReceivedMail> {
  const { headers, subject = "", text = "", html = "", attachments } = await PostalMime.parse(raw);
  return {
    ...envelope,
    headers: new Map(headers.map(({ key, value }) => [key, decodeWords(value)])),
    subject,
    // The line end before the next boundary is not part of the text.
    text: text.replace(/\n$/, ""),
    html,
    pictures: new Map(
      attachments.map(({ contentId = "", content }) => [
        contentId.slice(1, -1),
        new Uint8Array(content as ArrayBuffer),
      ]),
    ),
  };
}
