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
  "body",
  "email",
];

/** What other systems answered, and errors with their words in them. */
const QUOTED = ["reason", "answer", "detail", "error", "failures"];
const ADDRESS = /[^\s<>"'(),;:/]+@[^\s<>"'(),;:/]+/g;
/** Phones and documents of people have ten to fifteen figures. */
const NUMBER = /(?<![\w.])\+?\d{10,15}(?![\w.])/g;

/** A text without addresses and numbers of people. */
const impersonal = (text: string): string => text.replace(ADDRESS, "***@***").replace(NUMBER, "***");
const quoted = (value: unknown): unknown => (typeof value === "string" ? impersonal(value) : value);

/** An error as pino tells it, with every text in it made impersonal. */
const told = (error: Error): unknown =>
  Object.fromEntries(
    Object.entries(pino.stdSerializers.err(error) ?? {}).map(([name, value]) => [name, quoted(value)]),
  );

/**
 * Structured log on stdout (or where `write` takes it): JSON lines, request and company ids, never message bodies or
 * secrets.
 */
export function createLog(level: string, write?: (line: string) => void): Log {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: told, ...Object.fromEntries(QUOTED.map((name) => [name, quoted])) },
    redact: { paths: REDACT.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "********" },
  };
  return write ? pino(settings, { write }) : pino(settings);
}
