import { listQuery } from "#accounts/audit/index.ts";
import { query } from "#platform/db/query.ts";
import type { Link } from "./links.ts";
import type { Waiting } from "./waiting.ts";

const COLUMNS = `id, email, company_name AS companyName, admin_name AS adminName, phone, plan_id AS planId,
  password_hash AS passwordHash, language, referred_by AS referredBy, network, sent, counted_from AS countedFrom,
  created_at AS createdAt, expires_at AS expiresAt`;
export const legalText = query<{ page: string; language: string }, { text: string; updatedAt: number }>(
  "SELECT text, updated_at AS updatedAt FROM legal_text WHERE page = :page AND language = :language",
);
export const deleteLegalText = query<{ page: string; language: string }>(
  "DELETE FROM legal_text WHERE page = :page AND language = :language",
);
export const upsertLegalText = query<{
  page: string;
  language: string;
  text: string;
  now: number;
}>(`INSERT INTO legal_text (page, language, text, updated_at) VALUES (:page, :language, :text, :now)
  ON CONFLICT (page, language) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`);
export const setSent = query<{ sent: number; countedFrom: number; id: number }>(
  "UPDATE waiting_signup SET sent = :sent, counted_from = :countedFrom WHERE id = :id",
);
export const replaceLinks = query<{ signupId: number }>(
  "UPDATE signup_link SET state = 'replaced' WHERE signup_id = :signupId AND state = 'open'",
);
export const deleteOldLinks = query<{
  signupId: number;
  limit: number;
}>(`DELETE FROM signup_link WHERE signup_id = :signupId AND id NOT IN
  (SELECT id FROM signup_link WHERE signup_id = :signupId ORDER BY id DESC LIMIT :limit)`);
export const insertLink = query<{ hash: string; signupId: number; expiresAt: number }>(
  "INSERT INTO signup_link (hash, signup_id, state, expires_at) VALUES (:hash, :signupId, 'open', :expiresAt)",
);
export const linkByHash = query<{ hash: string }, Link>(
  "SELECT signup_id AS signupId, state, expires_at AS expiresAt FROM signup_link WHERE hash = :hash",
);
export const markLinksUsed = query<{ signupId: number }>(
  "UPDATE signup_link SET state = 'used' WHERE signup_id = :signupId",
);
export const deleteUsedLinks = query<{ expiresAt: number }>(
  "DELETE FROM signup_link WHERE state = 'used' AND expires_at <= :expiresAt",
);
export const insertSignup = query<{
  id: number;
  referredBy: number | null;
  origin: string | null;
  now: number;
}>(
  "INSERT INTO signup (company_id, referred_by, origin, created_at) VALUES (:id, :referredBy, :origin, :now)",
);
export const companyOfOrigin = query<{ origin: string }, { id: number }>(
  "SELECT company_id AS id FROM signup WHERE origin = :origin",
);
export const waitingById = query<{ id: number; now: number }, Waiting>(
  `SELECT ${COLUMNS} FROM waiting_signup WHERE id = :id AND expires_at > :now`,
);
export const waitingByEmail = query<{ email: string; now: number }, Waiting>(
  `SELECT ${COLUMNS} FROM waiting_signup WHERE email = :email AND expires_at > :now`,
);
export const waitingPage = query<{ now: number; limit: number; offset: number }, Waiting>(
  `SELECT ${COLUMNS} FROM waiting_signup WHERE expires_at > :now ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :offset`,
);
export const countWaiting = query<{ now: number }, { n: number }>(
  "SELECT count(*) AS n FROM waiting_signup WHERE expires_at > :now",
);
/** The oldest waiting sign-up of the IP network with the most waiting sign-ups. */
export const oldestOfLargestNetwork = query<
  Record<never, never>,
  { id: number }
>(`SELECT id FROM waiting_signup WHERE network =
  (SELECT network FROM waiting_signup GROUP BY network ORDER BY count(*) DESC, min(created_at) LIMIT 1)
  ORDER BY created_at, id LIMIT 1`);
export const upsertWaiting = query<{
  email: string;
  companyName: string;
  adminName: string;
  phone: string;
  planId: number;
  passwordHash: string;
  language: string;
  referredBy: number | null;
  network: string;
  now: number;
  expiresAt: number;
}>(`INSERT INTO waiting_signup (email, company_name, admin_name, phone, plan_id, password_hash, language,
    referred_by, network, sent, counted_from, created_at, expires_at)
  VALUES (:email, :companyName, :adminName, :phone, :planId, :passwordHash, :language, :referredBy, :network, 0, :now, :now, :expiresAt)
  ON CONFLICT (email) DO UPDATE SET company_name = excluded.company_name, admin_name = excluded.admin_name,
    phone = excluded.phone, plan_id = excluded.plan_id, password_hash = excluded.password_hash,
    language = excluded.language, referred_by = excluded.referred_by, network = excluded.network,
    created_at = excluded.created_at, expires_at = excluded.expires_at`);
export const deleteOpenLinks = query<{ id: number }>(
  "DELETE FROM signup_link WHERE signup_id = :id AND state <> 'used'",
);
export const deleteWaiting = query<{ id: number }>("DELETE FROM waiting_signup WHERE id = :id");
export const expiredWaiting = query<{ now: number }, { id: number }>(
  "SELECT id FROM waiting_signup WHERE expires_at <= :now",
);
export const countOfNetwork = query<{ network: string; email: string }, { n: number }>(
  "SELECT count(*) AS n FROM waiting_signup WHERE network = :network AND email <> :email",
);
export const countOthers = query<{ email: string }, { n: number }>(
  "SELECT count(*) AS n FROM waiting_signup WHERE email <> :email",
);

/** For the audit trail; `:id` is the page. */
export const legalTextForAudit = (language: "pt" | "en" | "es") =>
  listQuery(`SELECT text AS value FROM legal_text WHERE page = :id AND language = '${language}'`);
