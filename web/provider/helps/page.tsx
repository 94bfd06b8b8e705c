import { useSignals } from "@preact/signals-react/runtime";
import CirclePlay from "lucide-react/icons/circle-play";
import SearchX from "lucide-react/icons/search-x";
import Sparkles from "lucide-react/icons/sparkles";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-aria-components/Link";
import type { ReleaseNotes as Notes } from "#provider/helps/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { FoundPlaces } from "#web/lib/places/found-places.tsx";
import { session } from "#web/lib/session/session.ts";
import { ShowFirstSteps } from "#web/operations/first-steps/show-again.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { HelpModel } from "./help-model.ts";
import { helpsTexts } from "./locales/index.ts";
import { VideoCard } from "./video-card.tsx";
import "#web/ui/table/paged-table.css";
import "./helps.css";

/** The page of the provider's videos; the title contains their number (docs/rules/screens.md#other-pages). */
export function HelpsPage() {
  useSignals();
  const t = useText(helpsTexts);
  const model = useMemo(() => new HelpModel(api), []);
  useEffect(() => void model.load(), [model]);
  const [showsNews, setNews] = useState(false);
  const isReady = model.state.value === "ready";
  const count = model.all.value.length;
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{isReady ? t("page.title", { count }) : t("page.plainTitle")}</h1>
        {count > 0 ? (
          <TextField
            type="search"
            className="list-search"
            label={t("page.search")}
            placeholder={t("page.search")}
            value={model.search.value}
            onChange={(text) => {
              model.search.value = text;
            }}
          />
        ) : null}
        <ShowFirstSteps />
        <Button icon={<Sparkles aria-hidden="true" />} onPress={() => setNews(true)}>
          {t("news.title")}
        </Button>
      </header>
      <FoundPlaces typed={model.search.value} />
      <Gallery model={model} onNews={() => setNews(true)} />
      {showsNews ? <ReleaseNotes onClose={() => setNews(false)} /> : null}
    </div>
  );
}

function Gallery({ model, onNews }: { readonly model: HelpModel; readonly onNews: () => void }) {
  useSignals();
  const t = useText(helpsTexts);
  const words = useText(common);
  const { state, error, all, found } = model;
  if (state.value === "error")
    return (
      <div className="panel">
        <ErrorState error={error.value} onRetry={() => void model.load()} />
      </div>
    );
  if (state.value !== "ready")
    return (
      <div className="help-gallery" aria-busy="true">
        {["first", "second", "third"].map((card) => (
          <Skeleton key={card} shape="block" height="270px" />
        ))}
      </div>
    );
  if (found.value.length > 0)
    return (
      <ul className="help-gallery">
        {found.value.map((help) => (
          <VideoCard key={help.id} help={help} />
        ))}
      </ul>
    );
  return (
    <div className="panel">
      {all.value.length === 0 ? (
        <EmptyState
          picture={<CirclePlay />}
          title={t("page.emptyTitle")}
          text={t("page.emptyText")}
          action={
            session.user.value?.super ? (
              <Link href="/settings?tab=helps" className="button button-primary button-m">
                {t("admin.add")}
              </Link>
            ) : (
              <Button onPress={onNews}>{t("news.title")}</Button>
            )
          }
        />
      ) : (
        <EmptyState
          picture={<SearchX />}
          title={words("list.notFound")}
          action={
            <Button
              onPress={() => {
                model.search.value = "";
              }}
            >
              {words("action.clearSearch")}
            </Button>
          }
        />
      )}
    </div>
  );
}

/** The release notes for users, in the language of the page. */
function ReleaseNotes({ onClose }: { readonly onClose: () => void }) {
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
