import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as v from "valibot";

const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const isOrigin = (text: string) => isHttpUrl(text) && new URL(text).href === `${new URL(text).origin}/`;
const isAddress = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const text = v.string();
const path = v.pipe(
  v.string(),
  v.transform((value) => resolve(value)),
);
const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
      `must be a whole number from ${from} to ${to}`,
    ),
    v.transform(Number),
  );
const ON = ["on", "true", "yes", "1"];
const OFF = ["off", "false", "no", "0"];
const onOff = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist([...ON, ...OFF], "must be on or off"),
  v.transform((value) => ON.includes(value)),
);
const httpUrl = v.pipe(
  v.string(),
  v.check(isHttpUrl, "must be an http or https address"),
  v.transform((value) => value.replace(/\/+$/, "")),
);
const origin = v.pipe(
  v.string(),
  v.check(isOrigin, "must be an address such as https://atendimento.example.com, without a path"),
  v.transform((value) => new URL(value).origin),
);
const addressList = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim())),
  v.array(v.pipe(v.string(), v.check(isAddress, "must be a list of IP addresses or ranges, with commas"))),
);
const domainList = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .toLowerCase()
      .split(",")
      .map((part) => part.trim()),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.maxLength(253, "must be a list of names"),
      v.regex(
        /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/,
        "must be a list of names such as atendimento.example.com",
      ),
    ),
  ),
);
const longSecret = v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"));

interface Setting {
  /** Name in `Config`. */
  readonly key: string;
  /** What holds when nothing is set, as it would be typed; null = stays unset. */
  readonly fallback: string | null;
  readonly schema: v.GenericSchema<string, unknown>;
  readonly doc: string;
  /** Never shown, neither by `config show` nor in an error. */
  readonly secret?: true;
}

/** Every environment value of the product, once. */
export const settings = {
  PORT: {
    key: "port",
    fallback: "3000",
    schema: wholeNumber(0, 65535),
    doc: "TCP port; 0 takes a free one.",
  },
  HOST: { key: "host", fallback: "0.0.0.0", schema: text, doc: "Address to listen on." },
  DATA_DIR: {
    key: "dataDir",
    fallback: "./data",
    schema: path,
    doc: "The one directory that holds everything: databases, media, sessions, backups, the key.",
  },
  PUBLIC_URL: {
    key: "publicUrl",
    fallback: null,
    schema: origin,
    doc: "Address under which browsers reach the product; links in mails and webhooks are made from it.",
  },
  TLS_DOMAIN: {
    key: "tlsDomains",
    fallback: null,
    schema: domainList,
    doc: "Names under which browsers reach this server, with commas: it gets certificates for them by ACME and ends TLS itself at PORT.",
  },
  TLS_EMAIL: {
    key: "tlsEmail",
    fallback: null,
    schema: v.pipe(v.string(), v.email("must be an e-mail address")),
    doc: "Whom the authority may write to when something is wrong with a certificate.",
  },
  TLS_DIRECTORY_URL: {
    key: "tlsDirectoryUrl",
    fallback: "https://acme-v02.api.letsencrypt.org/directory",
    schema: httpUrl,
    doc: "ACME directory of the authority. Setting TLS_DOMAIN means accepting its terms.",
  },
  TLS_CERT_FILE: {
    key: "tlsCertFile",
    fallback: null,
    schema: path,
    doc: "With TLS_KEY_FILE, instead of TLS_DOMAIN: a certificate with its chain (PEM); read anew when it is replaced.",
  },
  TLS_KEY_FILE: {
    key: "tlsKeyFile",
    fallback: null,
    schema: path,
    doc: "The key of that certificate (PEM).",
  },
  TLS_HTTP_PORT: {
    key: "tlsHttpPort",
    fallback: "80",
    schema: wholeNumber(0, 65535),
    doc: "With TLS of its own: port that leads browsers to HTTPS, and answers the authority, which asks at port 80; 0 takes a free one.",
  },
  APP_SECRET: {
    key: "appSecret",
    fallback: null,
    schema: longSecret,
    secret: true,
    doc: "Installation key that encrypts stored secrets; without it one is made in `DATA_DIR/secret.key`.",
  },
  APP_SECRET_OLD: {
    key: "appSecretOld",
    fallback: null,
    schema: longSecret,
    secret: true,
    doc: "The installation key that APP_SECRET took the place of, until `balcao rotate-key` has sealed everything anew.",
  },
  SUPER_EMAIL: {
    key: "superEmail",
    fallback: null,
    schema: v.pipe(v.string(), v.email("must be an e-mail address")),
    doc: "With SUPER_PASSWORD: makes the super user and company 1 at the first start.",
  },
  SUPER_PASSWORD: {
    key: "superPassword",
    fallback: null,
    schema: v.pipe(
      v.string(),
      v.minLength(5, "must have 5 to 50 characters"),
      v.maxLength(50, "must have 5 to 50 characters"),
    ),
    secret: true,
    doc: "Password of that super user, 5 to 50 characters; without both a one-time set-up link is printed.",
  },
  AUTO_CLOSE_HOURS: {
    key: "autoCloseHours",
    fallback: "24",
    schema: wholeNumber(0, 8760),
    doc: "Hours an open ticket waits for the customer before it is closed, where the connection says nothing; 0 = never.",
  },
  ALLOW_PRIVATE_URLS: {
    key: "allowPrivateUrls",
    fallback: "off",
    schema: onOff,
    doc: "Lets addresses typed by companies (webhooks, bots) lead into private networks.",
  },
  TRUSTED_PROXIES: {
    key: "trustedProxies",
    fallback: null,
    schema: addressList,
    doc: "IP addresses or ranges of reverse proxies whose `X-Forwarded-*` headers are believed, with commas.",
  },
  LOG_LEVEL: {
    key: "logLevel",
    fallback: "info",
    schema: v.picklist(
      ["silent", "fatal", "error", "warn", "info", "debug", "trace"],
      "must be one of silent, fatal, error, warn, info, debug, trace",
    ),
    doc: "Least severe level that is logged.",
  },
  TZ: {
    key: "timeZone",
    fallback: "America/Sao_Paulo",
    schema: v.pipe(v.string(), v.check(isTimeZone, "must be a time zone such as America/Sao_Paulo")),
    doc: "Time zone of the server's own jobs and of new companies.",
  },
  SMTP_URL: {
    key: "smtpUrl",
    fallback: null,
    schema: v.pipe(
      v.string(),
      v.check(
        (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ""),
        "must be an address such as smtps://user:password@mail.example.com",
      ),
    ),
    secret: true,
    doc: "Mail server for password recovery and reminders, such as `smtps://user:password@mail.example.com?from=Balcão <no-reply@example.com>`; without it no mail is sent.",
  },
  DISK_RESERVE_MB: {
    key: "diskReserveMb",
    fallback: "512",
    schema: wholeNumber(0, 100_000_000),
    doc: "Free space the disk keeps for databases, in MB: below it files are refused, while messages still come in.",
  },
  METRICS_TOKEN: {
    key: "metricsToken",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Bearer token that opens `/metrics`; without it the page does not exist.",
  },
  FFMPEG_PATH: {
    key: "ffmpegPath",
    fallback: null,
    schema: text,
    doc: "An ffmpeg program for audio formats the product does not convert itself.",
  },
  RATE_LIMITS: {
    key: "rateLimits",
    fallback: "on",
    schema: onOff,
    doc: "Off lifts all rate limits; for load tests only.",
  },
  BACKUP_NIGHTLY: {
    key: "backupNightly",
    fallback: "on",
    schema: onOff,
    doc: "A backup every night at 02:00 in the time zone of the server.",
  },
  BACKUP_DIR: {
    key: "backupDir",
    fallback: null,
    schema: path,
    doc: "Folder of the backups; `DATA_DIR/backups` without it. A folder on another disk survives the loss of this one.",
  },
  BACKUP_KEEP: {
    key: "backupKeep",
    fallback: "14",
    schema: wholeNumber(0, 10_000),
    doc: "Backups to keep; the last good one of every company is always kept. 0 keeps all.",
  },
  BACKUP_PASSPHRASE: {
    key: "backupPassphrase",
    fallback: null,
    schema: v.pipe(v.string(), v.minLength(12, "must have at least 12 characters")),
    secret: true,
    doc: "Puts the installation key, sealed with this, into the backups; without it keep `secret.key` in another safe place.",
  },
  BACKUP_S3_BUCKET: {
    key: "backupBucket",
    fallback: null,
    schema: text,
    doc: "Backups go into this bucket of an S3-compatible storage instead of a folder.",
  },
  BACKUP_S3_ENDPOINT: {
    key: "backupEndpoint",
    fallback: null,
    schema: httpUrl,
    doc: "Address of that storage; AWS without it.",
  },
  BACKUP_S3_REGION: { key: "backupRegion", fallback: null, schema: text, doc: "Region of the bucket." },
  BACKUP_S3_PREFIX: {
    key: "backupPrefix",
    fallback: "balcao/",
    schema: v.pipe(
      v.string(),
      v.transform((value) => `${value.replace(/^\/+|\/+$/g, "")}/`.replace(/^\/$/, "")),
    ),
    doc: "What the names in the bucket begin with; one for each installation.",
  },
  BACKUP_S3_ACCESS_KEY: {
    key: "backupAccessKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Access key of the bucket.",
  },
  BACKUP_S3_SECRET_KEY: {
    key: "backupSecretKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Secret key of the bucket.",
  },
  WHATSAPP_URL: {
    key: "whatsappUrl",
    fallback: null,
    schema: v.pipe(v.string(), v.regex(/^wss?:\/\/[^/]/, "must be a ws or wss address")),
    doc: "For tests: websocket address of a simulated WhatsApp network.",
  },
  WHATSAPP_ROOT_KEY: {
    key: "whatsappRootKey",
    fallback: null,
    schema: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits")),
    doc: "For tests: certificate root of that network.",
  },
  META_GRAPH_URL: {
    key: "metaGraphUrl",
    fallback: "https://graph.facebook.com",
    schema: httpUrl,
    doc: "Graph API of Facebook, Instagram and the official WhatsApp.",
  },
  META_GRAPH_VERSION: {
    key: "metaGraphVersion",
    fallback: "v23.0",
    schema: v.pipe(v.string(), v.regex(/^v\d+\.\d+$/, "must be a version such as v23.0")),
    doc: "Version of the Graph API, and of the Facebook login page.",
  },
  EFI_URL: {
    key: "efiUrl",
    fallback: "https://pix.api.efipay.com.br",
    schema: httpUrl,
    doc: "Pix API of Efí.",
  },
  AZURE_SPEECH_URL: {
    key: "azureSpeechUrl",
    fallback: "https://{region}.tts.speech.microsoft.com",
    schema: v.pipe(
      v.string(),
      v.check((text) => isHttpUrl(text.replace("{region}", "x")), "must be an http or https address"),
      v.transform((text) => text.replace(/\/+$/, "")),
    ),
    doc: "Azure Speech; `{region}` is replaced by the region of the prompt.",
  },
  DIALOGFLOW_URL: {
    key: "dialogflowUrl",
    fallback: "https://dialogflow.googleapis.com",
    schema: httpUrl,
    doc: "API of Dialogflow.",
  },
  ASAAS_URL: { key: "asaasUrl", fallback: "https://api.asaas.com", schema: httpUrl, doc: "API of Asaas." },
} as const satisfies Record<string, Setting>;

type Settings = typeof settings;
type Value<S extends Setting> = v.InferOutput<S["schema"]> | (S["fallback"] extends string ? never : null);

/** The whole configuration, checked and frozen; unset optional values are null. */
export type Config = { readonly [N in keyof Settings as Settings[N]["key"]]: Value<Settings[N]> };

const entries: readonly (readonly [string, Setting])[] = Object.entries(settings);

/** The configuration cannot be used; the message says every reason in words, one per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads `NAME=value` lines; blank lines and lines beginning with # are comments, quotes around a value go. */
function readConfigFile(file: string, problems: string[]): Map<string, string> {
  const values = new Map<string, string>();
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    problems.push(`CONFIG_FILE: ${file} cannot be read`);
    return values;
  }
  for (const [index, raw] of content.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? [];
    const where = `${file} line ${index + 1}`;
    if (name === undefined || value === undefined) problems.push(`${where}: expected NAME=value`);
    else if (!Object.hasOwn(settings, name)) problems.push(`${where}: there is no setting ${name}`);
    else if (values.has(name)) problems.push(`${where}: ${name} is set twice`);
    else values.set(name, value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return values;
}

/**
 * The configuration from the environment, and from the file `CONFIG_FILE` names for what the environment
 * leaves out. An empty value counts as not set. Throws `ConfigError` with every problem at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const file = env["CONFIG_FILE"] ? readConfigFile(resolve(env["CONFIG_FILE"]), problems) : new Map();
  const config: Record<string, unknown> = {};
  for (const [name, setting] of entries) {
    const given = env[name]?.trim() || file.get(name) || setting.fallback;
    config[setting.key] = null;
    if (given === null) continue;
    const result = v.safeParse(setting.schema, given);
    if (result.success) config[setting.key] = Object.freeze(result.output);
    else problems.push(`${name} ${result.issues[0].message}${setting.secret ? "" : `, not "${given}"`}`);
  }
  if ((config["superEmail"] === null) !== (config["superPassword"] === null) && problems.length === 0) {
    problems.push("SUPER_EMAIL and SUPER_PASSWORD must be set together");
  }
  if (config["appSecretOld"] !== null && config["appSecret"] === null) {
    problems.push("APP_SECRET_OLD needs APP_SECRET");
  }
  if (config["backupBucket"] !== null && !(config["backupAccessKey"] && config["backupSecretKey"])) {
    problems.push("BACKUP_S3_BUCKET needs BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY");
  }
  if ((config["tlsCertFile"] === null) !== (config["tlsKeyFile"] === null))
    problems.push("TLS_CERT_FILE and TLS_KEY_FILE must be set together");
  if (config["tlsCertFile"] !== null && config["tlsDomains"] !== null)
    problems.push("TLS_DOMAIN gets certificates itself, TLS_CERT_FILE names one: set one of them");
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  config["publicUrl"] ??= addressOf(config["tlsDomains"], config["port"]);
  // Built above from the same table the type is made of.
  return Object.freeze(config) as Config;
}

/** Where browsers find a server that gets certificates for these names itself. */
function addressOf(domains: unknown, port: unknown): string | null {
  if (!Array.isArray(domains)) return null;
  return `https://${domains[0]}${port === 443 ? "" : `:${port}`}`;
}

/** What `config show` prints: every name with its value in words, secrets hidden. */
export function describeConfig(config: Config): readonly { readonly name: string; readonly value: string }[] {
  const values = new Map<string, unknown>(Object.entries(config));
  return entries.map(([name, setting]) => {
    const value = values.get(setting.key);
    if (value === null || value === undefined) return { name, value: "(not set)" };
    if (setting.secret) return { name, value: "********" };
    if (typeof value === "boolean") return { name, value: value ? "on" : "off" };
    return { name, value: String(value) };
  });
}
