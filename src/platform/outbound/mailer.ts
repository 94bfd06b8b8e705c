import { createTransport } from "nodemailer";
import { throughDoor } from "#platform/db/durability/doors.ts";
import { definePort } from "#platform/ports.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same text as HTML. */
  readonly html?: string;
  /** PNG images that `html` shows as `cid:<id>`, attached to the mail. */
  readonly pictures?: readonly { readonly id: string; readonly png: Uint8Array }[];
  /** Display name of the sender, when the account's address has none. */
  readonly sender?: string;
  /** Message id. A mail that is sent again has the same id, so that mail programs show it only once. */
  readonly uuid: string;
}

/** Sends mails through the server of a URL such as `smtps://user:password@mail.example.com`. */
interface Mailer {
  /** Resolves when the server accepted the mail. Throws MailRefused, or a network error. */
  send(address: string, mail: Mail): Promise<void>;
}
export const MailerPort = definePort<Mailer>("mailer");

/** The server rejected this mail permanently (5xx for this mail): a retry is useless. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/** Time limits of one step, ms: a server that does not answer must not hold up the others. */
const STEP_MS = 15_000;

/**
 * The mailer of the product: SMTP, encrypted from the first byte (`smtps`) or by STARTTLS. `ca`: the only trusted
 * authority (tests); absent, those of the machine.
 */
export function createMailer({ ca }: { readonly ca?: string } = {}): Mailer {
  return {
    async send(address, { to, subject, text, html, pictures = [], sender = "", uuid }) {
      const account = readMailUrl(address);
      const transport = transportTo(account, ca);
      const domain = account.from.replace(/^.*@|>.*$/g, "");
      const messageId = `<${uuid}@${domain}>`;
      try {
        const mail = {
          from: account.from.includes("<") ? account.from : { name: sender, address: account.from },
          to,
          subject,
          text,
          ...(html !== undefined && { html }),
          attachments: pictures.map(({ id, png }) => ({
            cid: id,
            content: Buffer.from(png),
            contentType: "image/png",
            contentDisposition: "inline",
            filename: "logo.png",
          })),
          messageId,
        };
        await throughDoor("mails", () => transport.sendMail(mail));
      } catch (error) {
        throw isFinal(error)
          ? new MailRefused(reasonOf(error, account))
          : new Error(reasonOf(error, account));
      } finally {
        transport.close();
      }
    },
  };
}

/** Connects, starts TLS and signs in, without sending a mail. Throws an Error with a readable message. */
export async function tryMailServer(address: string, { ca }: { readonly ca?: string } = {}): Promise<void> {
  const account = readMailUrl(address);
  const transport = transportTo(account, ca);
  try {
    await throughDoor("mails", () => transport.verify());
  } catch (error) {
    throw new Error(reasonOf(error, account));
  } finally {
    transport.close();
  }
}

const transportTo = (account: MailAccount, ca: string | undefined) =>
  createTransport({
    host: account.host,
    port: account.port,
    secure: account.secure,
    ignoreTLS: account.tls === "off",
    requireTLS: account.tls === "required",
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca !== undefined && { tls: { ca } }),
    ...(account.user !== "" && { auth: { user: account.user, pass: account.password } }),
  });

/**
 * Whether a 5xx is about this mail or its recipient; one about the account (wrong password) can be corrected by the
 * operator.
 */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return (
    typeof responseCode === "number" && responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE")
  );
}

/** The error message without the password. */
function reasonOf(error: unknown, { password }: MailAccount): string {
  const text = error instanceof Error ? error.message : String(error);
  return (password === "" ? text : text.replaceAll(password, "***")).slice(0, 300);
}

/** The mail account of a mail URL. */
interface MailAccount {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly secure: boolean;
  /** STARTTLS: required, used if offered, or not used. */
  readonly tls: "required" | "offered" | "off";
  readonly user: string;
  readonly password: string;
  /** Sender address of mails. */
  readonly from: string;
}

/**
 * Parses `smtps://user:password@host:port?from=Balcão <no-reply@example.com>&tls=off`. A password is sent unencrypted
 * only with `tls=off`; without `from` the sender is the user, otherwise `balcao@host`. Throws TypeError for an
 * invalid URL.
 */
export function readMailUrl(address: string): MailAccount {
  const url = new URL(address);
  if (url.protocol !== "smtp:" && url.protocol !== "smtps:") throw new TypeError("not a mail address");
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const tls = url.searchParams.get("tls") === "off" ? "off" : user === "" ? "offered" : "required";
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    tls: secure ? "off" : tls,
    user,
    password: decodeURIComponent(url.password),
    from: url.searchParams.get("from") ?? (user.includes("@") ? user : `balcao@${host}`),
  };
}
