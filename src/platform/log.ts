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
    redact: { paths: REDACT.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "********" },
  };
  return write ? pino(settings, { write }) : pino(settings);
}
