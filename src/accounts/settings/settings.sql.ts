import { query } from "#platform/db/query.ts";

type Pair = { key: string; value: string };
export const upsertSetting = query<Pair>(
  "INSERT INTO setting (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
);
export const upsertInstallationSetting = query<Pair>(
  `INSERT INTO installation_setting (key, value) VALUES (:key, :value)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);
export const deleteSetting = query<{ key: string }>("DELETE FROM setting WHERE key = :key");
export const deleteInstallationSetting = query<{ key: string }>(
  "DELETE FROM installation_setting WHERE key = :key",
);

export const settingRows = query<Record<never, never>, { key: string; value: string }>(
  "SELECT key, value FROM setting",
);
export const installationSetting = query<{ key: string }, { value: string }>(
  "SELECT value FROM installation_setting WHERE key = :key",
);
