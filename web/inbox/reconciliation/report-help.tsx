import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

const TOPICS = {
  phone: ["when", "ready", "claim", "found", "limits"],
  official: ["repeat", "subscribed", "unknown", "limits"],
} as const;

interface Props {
  readonly t: Translate<typeof pt>;
  readonly isOfficial: boolean;
}

/** Explains to users what the report proves and what it does not; closed at first. */
export function ReportHelp({ t, isOfficial }: Props) {
  return (
    <details className="lost-help">
      <summary>{t("help.title")}</summary>
      <ul>
        {isOfficial
          ? TOPICS.official.map((topic) => <li key={topic}>{t(`help.official.${topic}`)}</li>)
          : TOPICS.phone.map((topic) => <li key={topic}>{t(`help.phone.${topic}`)}</li>)}
      </ul>
    </details>
  );
}
