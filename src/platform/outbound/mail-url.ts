/** A mail server as its address names it. */
export interface MailAccount {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly secure: boolean;
  /** STARTTLS: must be, may be, or is not tried. */
  readonly tls: "required" | "offered" | "off";
  readonly user: string;
  readonly password: string;
  /** Address mails come from. */
  readonly from: string;
}

/**
 * Reads `smtps://user:password@host:port?from=Balcão <no-reply@example.com>&tls=off`. A password never travels
 * unencrypted unless `tls=off` says so; without `from` the user is the sender, else `balcao@host`. Throws TypeError
 * for what is no such address.
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
