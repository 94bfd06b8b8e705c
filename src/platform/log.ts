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

/** Structured log on stdout: JSON lines, request and company ids, never message bodies or secrets. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACT.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "********" },
  });
}
