import { useEffect, useState } from "react";
import type { ReleaseNotes as Notes } from "#provider/helps/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { helpsTexts } from "./locales/index.ts";

/** The release notes for users, in the language of the page. */
export function ReleaseNotes({ onClose }: { readonly onClose: () => void }) {
  const t = useText(helpsTexts);
  const [notes, setNotes] = useState<Notes | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    api.get<Notes>("/release-notes", { query: { language: pageLanguage() } }).then(setNotes, setError);
  };
  useEffect(load, []);
  return (
    <Dialog title={t("news.title")} size="l" onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={load} /> : null}
      {notes === null && !error ? <Skeleton width="100%" height="280px" /> : null}
      {notes ? <Releases notes={notes} /> : null}
    </Dialog>
  );
}

function Releases({ notes }: { readonly notes: Notes }) {
  const t = useText(helpsTexts);
  return (
    <div className="release-notes">
      <p className="release-running">{t("news.running", { version: notes.version })}</p>
      {notes.releases.map(({ version, date, points }) => (
        <section key={version}>
          <h3>
            {date === null ? t("news.next") : version}{" "}
            {date === null ? null : <small>{formatPureDate(date)}</small>}
          </h3>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
