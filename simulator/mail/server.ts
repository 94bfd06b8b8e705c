import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import type { ReceivedMail } from "./message.ts";
import { MailSession, type SessionRules } from "./session.ts";

export interface MailServerOptions {
  /** How the line is encrypted; `none` by default. */
  readonly tls?: SessionRules["tls"];
  /** Asks for this account before it takes a mail. */
  readonly account?: SessionRules["account"];
  readonly port?: number;
}

/** A mail server on loopback that keeps what it is given. */
export interface MailServer {
  readonly port: number;
  /** Value for `SMTP_URL`, account included. */
  readonly url: string;
  /** Everything that arrived, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the mail of this number (from 0), now or when it arrives. */
  mail(index: number): Promise<ReceivedMail>;
  /** The next mails are answered with these lines instead of being taken, one each. */
  refuse(...lines: string[]): void;
  close(): Promise<void>;
}

/** Starts one; it speaks SMTP with STARTTLS or TLS from the first byte, and AUTH. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals: string[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const { tls = "none", account = null } = options;
  const rules: SessionRules = {
    tls,
    account,
    refusals,
    arrived(mail) {
      mails.push(mail);
      for (const wake of waiting) wake();
    },
  };
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    new MailSession(socket, rules);
  };
  const server =
    tls === "implicit"
      ? createTlsServer({ key: serverKey, cert: serverCertificate }, serve)
      : createServer(serve);
  await new Promise<void>((done) => {
    server.listen(options.port ?? 0, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;
  const who = account ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@` : "";
  return {
    port,
    url: `${tls === "implicit" ? "smtps" : "smtp"}://${who}127.0.0.1:${port}`,
    mails,
    async mail(index) {
      for (;;) {
        const found = mails[index];
        if (found) return found;
        await new Promise<void>((wake) => {
          waiting.add(wake);
        });
        waiting.clear();
      }
    },
    refuse: (...lines) => void refusals.push(...lines),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => {
        server.close(() => done());
      });
    },
  };
}
