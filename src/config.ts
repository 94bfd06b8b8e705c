import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { archive } from "./config/archive.ts";
import { backups } from "./config/backups.ts";
import { cluster } from "./config/cluster.ts";
import type { Setting } from "./config/kinds.ts";
import { media } from "./config/media.ts";
import { partners } from "./config/partners.ts";
import { running } from "./config/running.ts";
import { serving } from "./config/serving.ts";

/** Every environment variable of the product. */
export const settings = { ...serving, ...running, ...backups, ...archive, ...media, ...cluster, ...partners };

type Settings = typeof settings;
type Value<S extends Setting> = v.InferOutput<S["schema"]> | (S["fallback"] extends string ? never : null);

/** The whole configuration, checked and frozen; unset optional values are null. */
export type Config = { readonly [N in keyof Settings as Settings[N]["key"]]: Value<Settings[N]> };

const entries: readonly (readonly [string, Setting])[] = Object.entries(settings);

/** An invalid configuration; the message has one reason per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the configuration from the environment, and from the file named by `CONFIG_FILE` for variables that the environment
 * does not set. An empty value counts as not set. Throws `ConfigError` with all problems.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const isKnown = (name: string) => Object.hasOwn(settings, name);
  const file = env["CONFIG_FILE"]
    ? readConfigFile(resolve(env["CONFIG_FILE"]), isKnown, problems)
    : new Map<string, string>();
  const config: Record<string, unknown> = {};
  for (const [name, setting] of entries) {
    const given = env[name]?.trim() || file.get(name) || setting.fallback;
    config[setting.key] = null;
    if (given === null) continue;
    const result = v.safeParse(setting.schema, given);
    if (result.success) config[setting.key] = Object.freeze(result.output);
    else problems.push(`${name} ${result.issues[0].message}${setting.secret ? "" : `, not "${given}"`}`);
  }
  problems.push(...contradictions(config, problems.length > 0));
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  config["publicUrl"] ??= addressOf(config["tlsDomains"], config["port"]);
  // The keys were set from the table from which the type `Config` is derived.
  return Object.freeze(config) as Config;
}

/** Values that are valid but contradict each other. A pair with an invalid value is not reported again. */
function* contradictions(config: Readonly<Record<string, unknown>>, isRefused: boolean): Generator<string> {
  const isSet = (key: string) => config[key] !== null;
  if (isSet("superEmail") !== isSet("superPassword") && !isRefused)
    yield "SUPER_EMAIL and SUPER_PASSWORD must be set together";
  if (isSet("appSecretOld") && !isSet("appSecret")) yield "APP_SECRET_OLD needs APP_SECRET";
  if (isSet("backupBucket") && !(config["backupAccessKey"] && config["backupSecretKey"]))
    yield "BACKUP_S3_BUCKET needs BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY";
  if (isSet("archiveBucket") && !(config["archiveAccessKey"] && config["archiveSecretKey"]))
    yield "ARCHIVE_S3_BUCKET needs ARCHIVE_S3_ACCESS_KEY and ARCHIVE_S3_SECRET_KEY";
  if (isSet("mediaBucket") && !(config["mediaAccessKey"] && config["mediaSecretKey"]))
    yield "MEDIA_S3_BUCKET needs MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY";
  if (isSet("archiveBucket") && isSet("archiveDir"))
    yield "ARCHIVE_S3_BUCKET and ARCHIVE_DIR name two archives: set one of them";
  if (isSet("tlsCertFile") !== isSet("tlsKeyFile"))
    yield "TLS_CERT_FILE and TLS_KEY_FILE must be set together";
  if (isSet("tlsCertFile") && isSet("tlsDomains"))
    yield "TLS_DOMAIN gets certificates itself, TLS_CERT_FILE names one: set one of them";
  yield* clusterContradictions(isSet);
}

/** A cluster shares one installation key, and its log must survive a power cut of all servers. */
function* clusterContradictions(isSet: (key: string) => boolean): Generator<string> {
  if (isSet("clusterNatsCertFile") !== isSet("clusterNatsKeyFile"))
    yield "CLUSTER_NATS_CERT_FILE and CLUSTER_NATS_KEY_FILE must be set together";
  if (!isSet("clusterNatsUrls")) return;
  if (!isSet("appSecret")) yield "CLUSTER_NATS_URL needs APP_SECRET, the same on all nodes";
  if (!isSet("clusterNatsMonitorUrls") && !isSet("clusterNatsSync"))
    yield "CLUSTER_NATS_URL needs CLUSTER_NATS_MONITOR_URLS, or CLUSTER_NATS_SYNC=always as your confirmation of sync_interval: always";
}

/** The public address of a server that orders certificates for these names itself. */
function addressOf(domains: unknown, port: unknown): string | null {
  if (!Array.isArray(domains)) return null;
  return `https://${domains[0]}${port === 443 ? "" : `:${port}`}`;
}

/** The output of `config show`: every name with its value, secrets hidden. */
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

/**
 * Reads `NAME=value` lines. Blank lines and lines that begin with # are skipped, quotes around a value removed. Adds
 * errors to `problems`.
 */
function readConfigFile(
  file: string,
  isKnown: (name: string) => boolean,
  problems: string[],
): Map<string, string> {
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
    else if (!isKnown(name)) problems.push(`${where}: there is no setting ${name}`);
    else if (values.has(name)) problems.push(`${where}: ${name} is set twice`);
    else values.set(name, value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return values;
}
