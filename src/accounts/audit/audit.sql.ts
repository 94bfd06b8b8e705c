import { keysOf } from "#accounts/settings/index.ts";
import { builtQuery, query, type SqlValue } from "#platform/db/query.ts";
import type { AuditPerson } from "./contract.ts";
import type { Row } from "./list.ts";
import type { Value } from "./snapshot.ts";
import type { Trail } from "./write.ts";

const TABLE: Readonly<Record<Trail, string>> = { company: "audit_log", provider: "provider_audit_log" };

type EntryParams = Readonly<
  Record<
    "at" | "who" | "userId" | "name" | "kind" | "action" | "subjectId" | "subject" | "details" | "ip",
    SqlValue
  >
>;
const COLUMNS = "at, who, user_id, name, kind, action, subject_id, subject, details, ip";
const VALUES = ":at, :who, :userId, :name, :kind, :action, :subjectId, :subject, :details, :ip";
export const insertEntry = query<EntryParams>(`INSERT INTO audit_log (${COLUMNS}) VALUES (${VALUES})`);
export const insertProviderEntry = query<EntryParams & { companyId: number | null }>(
  `INSERT INTO provider_audit_log (${COLUMNS}, company_id) VALUES (${VALUES}, :companyId)`,
);

/** Rows deleted per company and run (docs/rules/jobs.md#periods). */
const AT_ONCE = 200;
export const deleteOldEntries = (trail: Trail) =>
  builtQuery<{ before: number }>(`DELETE FROM ${TABLE[trail]}
    WHERE id IN (SELECT id FROM ${TABLE[trail]} WHERE at < :before ORDER BY at LIMIT ${AT_ONCE})`);

const ENTRY = `l.id, l.at, l.who, l.user_id AS userId, l.name, l.kind, l.action, l.subject_id AS subjectId, l.subject,
  l.details, l.ip`;
const ENTRIES: Readonly<Record<Trail, string>> = {
  company: `${ENTRY}, NULL AS companyId, NULL AS companyName FROM audit_log l`,
  provider: `${ENTRY}, c.id AS companyId, c.name AS companyName
    FROM provider_audit_log l LEFT JOIN company c ON c.id = l.company_id`,
};
/**
 * A period is selected by a range of ids, because rows found through an index on the time would have to be sorted by
 * id.
 */
const CONDITIONS = {
  fromId: "l.id >= :fromId",
  from: "l.at >= :from",
  to: "l.at < :to",
  userId: "l.user_id = :userId",
  kind: "l.kind = :kind",
  action: "l.action = :action",
  subjectId: "l.subject_id = :subjectId",
} as const;
export type EntryFilter = { readonly [K in keyof typeof CONDITIONS]?: string | number | undefined };
/** Entries with an id below `:before`, newest first, with a condition for each field of `filter` that is set. */
export const entriesBefore = (trail: Trail, filter: EntryFilter) => {
  const conditions = (Object.keys(CONDITIONS) as (keyof EntryFilter)[])
    .filter((name) => filter[name] !== undefined)
    .map((name) => `AND ${CONDITIONS[name]}`);
  return builtQuery<Readonly<Record<string, SqlValue>>, Row>(
    `SELECT ${ENTRIES[trail]} WHERE l.id < :before ${conditions.join(" ")} ORDER BY l.id DESC LIMIT :limit`,
  );
};
export const firstEntryAt = (trail: Trail) =>
  builtQuery<{ at: number }, { id: number }>(
    `SELECT id FROM ${TABLE[trail]} WHERE at >= :at ORDER BY at, id LIMIT 1`,
  );

export const peopleOfCompany = query<Record<never, never>, AuditPerson>(
  `SELECT id, name FROM user u WHERE EXISTS (SELECT 1 FROM audit_log WHERE user_id = u.id)
  ORDER BY name LIMIT 2000`,
);
export const peopleOfProvider = query<Record<never, never>, AuditPerson>(
  `SELECT user_id AS id, max(name) AS name FROM provider_audit_log WHERE user_id IS NOT NULL
  GROUP BY user_id ORDER BY 2 LIMIT 2000`,
);

export const rowByKey = (table: string, key: string) =>
  builtQuery<{ id: string | null }, Record<string, Value>>(`SELECT * FROM "${table}" WHERE "${key}" = :id`);
export const highestId = (table: string) =>
  builtQuery<Record<never, never>, { id: number | null }>(`SELECT max(id) AS id FROM "${table}"`);
export const createdSince = (table: string) =>
  builtQuery<{ since: number }, { id: number | null; count: number }>(
    `SELECT min(id) AS id, count(*) AS count FROM "${table}" WHERE id > :since`,
  );

export const countEqualEntries = query<
  { userId: number | null; kind: string; action: string; subjectId: string | null; since: number },
  { n: number }
>(`SELECT count(*) AS n FROM audit_log
  WHERE user_id IS :userId AND kind = :kind AND action = :action AND subject_id IS :subjectId AND at > :since`);
export const oldest = query<Record<never, never>, { at: number | null }>(
  "SELECT min(at) AS at FROM audit_log",
);
export const hasProviderTrail = query<Record<never, never>, unknown>(
  "SELECT 1 FROM sqlite_master WHERE name = 'provider_audit_log'",
);

/** A statement that returns the rows belonging to a subject as one text; `:id` is the id of the subject. */
export const listQuery = (text: string) => query<{ id: string }, { value: string | number | null }>(text);
/** The value of each campaign setting, by its key. */
export const campaignSettingLists = () =>
  Object.fromEntries(
    keysOf("campaign").map((key) => [key, listQuery(`SELECT value FROM setting WHERE key = '${key}'`)]),
  );
