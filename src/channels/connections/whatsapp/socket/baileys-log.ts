import type { SocketConfig } from "@whiskeysockets/baileys";
import type { LogLevel } from "#channels/connections/whatsapp/threads/protocol.ts";

type ILogger = SocketConfig["logger"];
export type WriteLog = (level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>) => void;

// Baileys also logs stanzas, keys and credentials: only these fields are passed on.
const ALLOWED = ["msgId", "id", "code", "reason", "statusCode", "retryCount", "count"];

function describe(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}

function allowed(fields: unknown): Record<string, unknown> {
  if (typeof fields !== "object" || fields === null) return {};
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (ALLOWED.includes(name) && (typeof value === "string" || typeof value === "number"))
      kept[name] = value;
  }
  const error = "err" in fields ? fields.err : "error" in fields ? fields.error : undefined;
  const text = describe(error);
  return text === undefined ? kept : { ...kept, error: text };
}

/**
 * Baileys' logger: warnings and errors are written to the product's log without secrets, everything else is dropped.
 */
export function createBaileysLog(write: WriteLog): ILogger {
  const nothing = (): void => {};
  const at = (level: LogLevel) => (fields: unknown, message?: string) =>
    write(level, `baileys: ${message ?? (typeof fields === "string" ? fields : "")}`, allowed(fields));
  const log: ILogger = {
    level: "warn",
    child: () => log,
    trace: nothing,
    debug: nothing,
    info: nothing,
    // Baileys logs warnings and errors for failures that it recovers from; none needs an operator.
    warn: at("debug"),
    error: at("info"),
  };
  return log;
}
