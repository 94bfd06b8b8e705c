import type { CompanyImport } from "#operations/backups/imports/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

const TROUBLES = {
  passphrase: "import.troublePassphrase",
  "not-archive": "import.troubleNotArchive",
  newer: "import.troubleNewer",
  damaged: "import.troubleDamaged",
  altered: "import.troubleAltered",
  interrupted: "import.troubleInterrupted",
  failed: "import.troubleFailed",
} as const;

/** Reason of a failed import, with the details that help to correct it. */
export function troubleText(t: Translate<typeof pt>, { trouble, error }: CompanyImport): string {
  const words = t(TROUBLES[trouble ?? "failed"]);
  return error && (trouble === "damaged" || trouble === "altered" || trouble === "failed")
    ? `${words} (${error})`
    : words;
}
