import * as v from "valibot";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { catalogue, type Definition, definitionOf, type SettingKey, type SettingValue } from "./catalogue.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./settings.sql.ts";

/** Cache name of a company's settings, for `drop` and `cached`. */
const ROWS = "settings";
const valueKey = (key: string) => `setting:${key}`;

/** The value of a setting for this company, typed; its default without a row. Secrets are decrypted. */
export function setting<K extends SettingKey>(tenant: Tenant, key: K): SettingValue<K> {
  const definition: Definition = catalogue[key];
  if (definition.place === "installation") return installationSetting(tenant.installation, key);
  return tenant.cached(valueKey(key), () => readValue(tenant.installation, key, rowsOf(tenant).get(key)));
}

/** The value of a setting of the whole installation. */
export function installationSetting<K extends SettingKey>(
  installation: Installation,
  key: K,
): SettingValue<K> {
  return readValue(installation, key, installationRow(installation, key));
}

/** IANA time zone of the company. */
export const timeZoneOf = (tenant: Tenant): string => setting(tenant, "timeZone");
/** Language of the product's own texts to the company's customers. */
export const languageOf = (tenant: Tenant): "pt-BR" | "en" | "es" => setting(tenant, "language");

/** The language of a file: that of the requesting page, else the company's. */
export function fileLanguage(tenant: Tenant, asked: PageLanguage | undefined): PageLanguage {
  const own = languageOf(tenant);
  return asked ?? (own === "pt-BR" ? "pt" : own);
}

/** The text of a setting as stored (secrets encrypted); undefined without a row. */
export function storedText(tenant: Tenant, key: string): string | undefined {
  return definitionOf(key)?.place === "installation"
    ? installationRow(tenant.installation, key)
    : rowsOf(tenant).get(key);
}

/** Clears the cached value after a write. */
export function forget(tenant: Tenant, key: string): void {
  tenant.drop(ROWS);
  tenant.drop(valueKey(key));
}

function rowsOf(tenant: Tenant): ReadonlyMap<string, string> {
  return tenant.cached(
    ROWS,
    () => new Map(queryAll(tenant.db, sql.settingRows).map((row) => [row.key, row.value])),
  );
}

function installationRow(installation: Installation, key: string): string | undefined {
  return queryOne(installation.system, sql.installationSetting, { key })?.value;
}

function readValue<K extends SettingKey>(
  installation: Installation,
  key: K,
  stored: string | undefined,
): SettingValue<K> {
  const { kind, fallback, secret }: Definition = catalogue[key];
  const text = stored === undefined ? fallback : secret ? installation.secrets.decrypt(stored) : stored;
  const parsed = v.safeParse(kind.schema, text);
  // A value of an older release that is no longer allowed counts as not set.
  const value = parsed.success ? parsed.output : v.parse(kind.schema, fallback);
  return value as SettingValue<K>;
}

const LABELS: Readonly<Record<PageLanguage, Readonly<Record<string, string>>>> = {
  pt: pt.label,
  en: en.label,
  es: es.label,
};

/** The label of a setting on the settings page; undefined for a setting that is not on any page. */
export const labelOf = (key: string, language: PageLanguage): string | undefined => LABELS[language][key];
