import { serviceAccountOf } from "#automation/integrations/index.ts";
import type { Config } from "#config.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Sqlite } from "#platform/db/open.ts";

/** The purpose of an outside system. */
export type PartnerKind = "model" | "voice" | "dialogflow" | "n8n" | "webhook" | "typebot" | "billing";

/** An outside system that a company configured; only scheme, host and port of its address. */
export interface Partner {
  readonly kind: PartnerKind;
  readonly origin: string;
  readonly company: number;
}

/** Tables read here; a file of an older release lacks some. */
const TABLES = ["prompt", "integration", "setting"];

/** The outside systems in the database of one company. */
export function partnersOf(
  db: Sqlite,
  company: number,
  config: Config,
  secrets: Secrets | null,
): readonly Partner[] {
  const known = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  if (!TABLES.every((table) => known.some(({ name }) => name === table))) return [];
  const addresses = [...ofPrompts(db, config), ...ofIntegrations(db, config, secrets)];
  return addresses.flatMap(([kind, address]) => {
    const origin = originOf(address);
    return origin === null ? [] : [{ kind, origin, company }];
  });
}

type Address = readonly [kind: PartnerKind, address: string];

function* ofPrompts(db: Sqlite, config: Config): Generator<Address> {
  const rows = db.prepare("SELECT DISTINCT base_url, voice, voice_region FROM prompt").all();
  for (const row of rows as { base_url: string; voice: string; voice_region: string }[]) {
    yield ["model", row.base_url];
    const isAzure = row.voice !== "texto" && !row.voice.startsWith("servidor:");
    if (isAzure && /^[a-z0-9-]+$/i.test(row.voice_region))
      yield ["voice", config.azureSpeechUrl.replace("{region}", row.voice_region)];
  }
}

function* ofIntegrations(db: Sqlite, config: Config, secrets: Secrets | null): Generator<Address> {
  const rows = db.prepare("SELECT type, url, json_content AS content FROM integration").all();
  for (const { type, url, content } of rows as { type: string; url: string; content: string }[]) {
    if (type === "n8n" || type === "webhook" || type === "typebot") yield [type, url];
    if (type === "billing") yield* ofBilling(db, config);
    if (type !== "dialogflow") continue;
    yield ["dialogflow", config.dialogflowUrl];
    const account = serviceAccountOf(opened(secrets, content));
    if (account) yield ["dialogflow", account.token_uri];
  }
}

function* ofBilling(db: Sqlite, config: Config): Generator<Address> {
  const rows = db.prepare("SELECT key, value FROM setting WHERE key IN ('ipixc', 'ipmkauth', 'asaas')").all();
  for (const { key, value } of rows as { key: string; value: string }[])
    if (value !== "") yield ["billing", key === "asaas" ? config.asaasUrl : value];
}

function opened(secrets: Secrets | null, sealed: string): string {
  try {
    return secrets?.decrypt(sealed) ?? "";
  } catch {
    // Reported by the finding about the key.
    return "";
  }
}

/** Scheme, host and port; null for an invalid address. */
function originOf(address: string): string | null {
  const url = URL.parse(address.trim());
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}
