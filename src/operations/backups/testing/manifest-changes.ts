/** For tests: manifests that differ from the content of their archive. */
import { tenantMigrations } from "#migrations/tenant/index.ts";
import type { CompanyManifest } from "#operations/backups/archive/manifest.ts";

const file = (m: CompanyManifest, name: string) =>
  m.files.find((entry) => entry.name === name) as { name: string; size: number };

export const MANIFEST_CHANGES: readonly (readonly [string, (m: CompanyManifest) => void])[] = [
  [
    "a path that leads out of the directory",
    (m) => {
      file(m, "company.sqlite").name = "../../company.sqlite";
    },
  ],
  [
    "an absolute path",
    (m) => {
      file(m, "media.jsonl").name = "/etc/cron.d/x";
    },
  ],
  [
    "a session with a path in its number",
    (m) => {
      m.files.push({ name: "sessions/1/../../session.sqlite", size: 1, sha256: "" });
    },
  ],
  [
    "a file listed twice",
    (m) => {
      m.files.push({ ...file(m, "company.sqlite"), sha256: "x" });
    },
  ],
  [
    "no list of media",
    (m) => {
      m.files = m.files.filter(({ name }) => name !== "media.jsonl");
    },
  ],
  [
    "no database",
    (m) => {
      m.files = m.files.filter(({ name }) => name !== "company.sqlite");
    },
  ],
  [
    "a negative size",
    (m) => {
      file(m, "company.sqlite").size = -1;
    },
  ],
  [
    "a size that is no whole number",
    (m) => {
      file(m, "company.sqlite").size = 1.5;
    },
  ],
  [
    "less room than it takes",
    (m) => {
      file(m, "company.sqlite").size = 100;
    },
  ],
  [
    "fewer media than it has",
    (m) => {
      m.media.files = 0;
    },
  ],
  [
    "shorter media than it has",
    (m) => {
      m.media.bytes = 1;
    },
  ],
  [
    "another version than its database",
    (m) => {
      m.database.schema = tenantMigrations[0]?.name ?? "";
    },
  ],
  [
    "a version of the future",
    (m) => {
      m.database.schema = "9999_x";
    },
  ],
  [
    "a newer format",
    (m) => {
      m.format = 99;
    },
  ],
  [
    "a key that takes all memory",
    (m) => {
      if (m.wrappedKey) m.wrappedKey.cost = 2 ** 30;
    },
  ],
  [
    "a key whose cost is no power of two",
    (m) => {
      if (m.wrappedKey) m.wrappedKey.cost = 32_767;
    },
  ],
  [
    "a name of a megabyte",
    (m) => {
      m.company["name"] = "x".repeat(1_000_000);
    },
  ],
  [
    "a date that is none",
    (m) => {
      m.madeAt = "<script>";
    },
  ],
];
