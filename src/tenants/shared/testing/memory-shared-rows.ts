import type { SharedRows, StoredVersion } from "#platform/shared-rows.ts";

/** Failures of the servers that a test asks for. */
interface MemoryFaults {
  /** No request is answered; nothing is stored. */
  isAway: boolean;
  /** Requests are carried out, but their answers are lost. */
  losesAnswers: boolean;
}

export interface MemorySharedRows extends SharedRows {
  readonly faults: MemoryFaults;
  /** Names of the stored parts. */
  parts(): readonly string[];
  /** Puts an older version back, as servers do that lost their last messages. */
  setBack(version: StoredVersion | null): void;
}

/** A store in memory that several apps of a test share. */
export function createMemorySharedRows(): MemorySharedRows {
  const faults: MemoryFaults = { isAway: false, losesAnswers: false };
  const stored = new Map<string, Uint8Array>();
  let newest: StoredVersion | null = null;
  let entries = 0;
  const keyOf = ({ name, hash }: { readonly name: string; readonly hash: string }) => `${name} ${hash}`;
  const answer = <T>(value: T, silence: T): T => (faults.isAway || faults.losesAnswers ? silence : value);
  return {
    faults,
    parts: () => [...stored.keys()].map((key) => key.split(" ")[0] ?? "").toSorted(),
    setBack(version) {
      newest = version;
    },
    newest: async () => answer(newest, undefined),
    load: async (part) => answer(stored.get(keyOf(part)), undefined),
    async upload(parts, content) {
      if (faults.isAway) return false;
      for (const part of parts) {
        if (stored.has(keyOf(part))) continue;
        const bytes = await content(part);
        if (!bytes) return false;
        stored.set(keyOf(part), bytes);
      }
      return answer(true, false);
    },
    async announce(version, after) {
      if (faults.isAway) return "unknown";
      if ((newest?.entry ?? null) !== after)
        return answer<number | "refused" | "unknown">("refused", "unknown");
      entries += 1;
      newest = { ...version, entry: entries };
      return answer<number | "refused" | "unknown">(entries, "unknown");
    },
    async prune(kept) {
      if (faults.isAway) return;
      const keys = new Set(kept.map(keyOf));
      for (const key of [...stored.keys()]) if (!keys.has(key)) stored.delete(key);
    },
  };
}
