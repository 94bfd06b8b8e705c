import { useSignals } from "@preact/signals-react/runtime";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from "#web/i18n/languages.ts";
import { changeLanguage } from "#web/i18n/start.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { toast } from "#web/ui/toast/toast.ts";
import "#web/ui/layout/front-page.css";

/** Links to all languages, each by its own name; for pages without the shell. */
export function LanguageSelect() {
  useSignals();
  return (
    <div className="language-select">
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          lang={LANGUAGE_TAGS[code]}
          aria-pressed={language.value === code}
          onClick={() => {
            storage.set("language", code);
            changeLanguage(code).catch(toast.failure);
          }}
        >
          {LANGUAGE_NAMES[code]}
        </button>
      ))}
    </div>
  );
}
