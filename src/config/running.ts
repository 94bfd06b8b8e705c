import * as v from "valibot";
import { isTimeZone } from "#platform/zone-offset.ts";
import { addressList, longSecret, onOff, type Setting, text, wholeNumber } from "./kinds.ts";

/** The super user and the behaviour of the installation. */
export const running = {
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
    doc: "The installation key that APP_SECRET replaces, until `balcao rotate-key` has re-encrypted everything.",
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
    doc: "Hours an open ticket waits for the customer before it is closed, if the connection has no value; 0 = never.",
  },
  AWAKE_COMPANIES: {
    key: "awakeCompanies",
    fallback: null,
    schema: wholeNumber(1, 100_000),
    doc: "Companies whose files stay in memory, about 1 MB each; any other takes some ms more at its next request. Without it the number follows the memory in use: see `MEMORY_MB`.",
  },
  MEMORY_MB: {
    key: "memoryMb",
    fallback: null,
    schema: wholeNumber(256, 10_000_000),
    doc: "Memory of the machine that this server may count on when it decides how many companies stay in memory; at 1,024 it takes about 400 MB. Without it that of the machine or container.",
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
} as const satisfies Record<string, Setting>;
