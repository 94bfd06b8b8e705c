import pino, { type Logger } from "pino";

export type Log = Logger;

const REDACT = [
  "password",
  "token",
  "refreshToken",
  "authorization",
  "cookie",
  "apiKey",
  "secret",
  "proxyUrl",
  "url",
  "urlN8N",
  "body",
  "email",
];

/** Fields with responses of other systems, and errors that quote them. */
const QUOTED = ["reason", "answer", "detail", "error", "failures"];
const ADDRESS = /[^\s<>"'(),;:/]+@[^\s<>"'(),;:/]+/g;
/** Phone numbers and documents of people (CPF, CNPJ) have 10 to 15 digits. */
const NUMBER = /(?<![\w.])\+?\d{10,15}(?![\w.])/g;

/** User, path, query and fragment of a web address often contain a secret (docs/rules/security.md#logged-addresses). */
const WEB_ADDRESS = /(\b(?:https?|wss?):\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>@]+)(?:[/?#][^\s"'<>]*)?/gi;
/** Paths of our own that end with a token. */
const TOKEN_PATH = /(\/integrations\/callback\/|\/webhooks\/pix\/\w+\/)[^\s/?#"'<>]+/g;
/** Maximum nesting of logged errors; deeper parts are omitted. */
const MAX_DEPTH = 5;

/** Removes personal numbers from a text and cuts web addresses to their host. */
const impersonal = (text: string): string =>
  text
    .replace(WEB_ADDRESS, "$1$2/***")
    .replace(TOKEN_PATH, "$1***")
    .replace(ADDRESS, "***@***")
    .replace(NUMBER, "***");

function quoted(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return impersonal(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "…";
  if (Array.isArray(value)) return value.map((item) => quoted(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, quoted(part, depth + 1)]));
}

/** An error in pino's format, with every text in it made impersonal. */
const serializedError = (error: Error): unknown => quoted(pino.stdSerializers.err(error));

/**
 * Structured log on stdout (or to `write`): JSON lines with request and company ids, never message bodies or secrets.
 */
export function createLog(level: string, write?: (line: string) => void): Log {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      err: serializedError,
      ...Object.fromEntries(QUOTED.map((name) => [name, (value: unknown) => quoted(value)])),
    },
    redact: { paths: REDACT.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "********" },
  };
  return write ? pino(settings, { write }) : pino(settings);
}
