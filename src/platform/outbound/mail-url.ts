/** The mail account of a mail URL. */
export interface MailAccount {
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
