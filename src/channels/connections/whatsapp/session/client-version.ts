import { fetchLatestWaWebVersion, type WAVersion } from "@whiskeysockets/baileys";

/** The WhatsApp Web version we report: Baileys' own until the network refuses it as too old. */
export interface ClientVersion {
  /** Undefined: Baileys' built-in version. */
  current(): WAVersion | undefined;
  /** The network refused the version: the next start reads the newest one from WhatsApp. */
  refused(): void;
  /** Reads the newest version after a refusal; never rejects. */
  refresh(): Promise<void>;
}

type LookUp = () => Promise<{ readonly version: WAVersion; readonly isLatest: boolean }>;

/** `lookUp` is only called after a refusal; a simulated network has none. */
export function createClientVersion(lookUp: LookUp | null = fetchLatestWaWebVersion): ClientVersion {
  let version: WAVersion | undefined;
  let stale = false;
  return {
    current: () => version,
    refused() {
      stale = true;
    },
    async refresh() {
      if (!stale || !lookUp) return;
      const found = await lookUp().catch(() => null);
      if (!found?.isLatest) return;
      version = found.version;
      stale = false;
    },
  };
}
