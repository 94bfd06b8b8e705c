import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import { LEGAL_MAX, type LegalLanguage, type LegalPage } from "#accounts/signup/contract.ts";
import { language as pageLanguage } from "#web/i18n/language.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { SaveShortcut } from "#web/ui/form/save-shortcut.tsx";
import { useDiscardGuard, useLeaveGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { readLegal, writeLegal } from "./legal-api.ts";
import { legalTexts } from "./locales/index.ts";
import "./legal.css";

const PAGES: readonly LegalPage[] = ["term", "privacy"];
const LANGUAGE_OPTIONS = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

/** Editor of super users for the terms of use and the privacy notice, one language at a time. */
export function LegalEditor() {
  useSignals();
  const t = useText(legalTexts);
  const [page, setPage] = useState<LegalPage>("term");
  const [language, setLanguage] = useState<LegalLanguage>(pageLanguage.peek());
  const [isUnsaved, setUnsaved] = useState(false);
  const { unless, guard } = useDiscardGuard(() => isUnsaved);
  return (
    <section className="panel legal-editor" aria-label={t("editor.title")}>
      <h2 className="settings-group-title">{t("editor.title")}</h2>
      <p className="field-help">{t("editor.help")}</p>
      <div className="legal-editor-heads">
        <Select
          label={t("editor.page")}
          options={PAGES.map((id) => ({ id, label: t(`${id}.title`) }))}
          value={page}
          onChange={(next) => unless(() => setPage(next))}
        />
        <Select
          label={t("editor.language")}
          options={LANGUAGE_OPTIONS}
          value={language}
          onChange={(next) => unless(() => setLanguage(next))}
        />
      </div>
      <Words key={`${page}:${language}`} page={page} language={language} onUnsaved={setUnsaved} />
      {guard}
    </section>
  );
}

interface WordsProps {
  readonly page: LegalPage;
  readonly language: LegalLanguage;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/** `stored` null: no text is stored in this language yet. */
interface State {
  readonly stored: string | null;
  readonly typed: string;
}

function Words({ page, language, onUnsaved }: WordsProps) {
  const t = useText(legalTexts);
  const [state, setState] = useState<State | { readonly error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [saving, setSaving] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let isHere = true;
    readLegal(api, page, language).then(
      ({ text }) => isHere && setState({ stored: text, typed: text ?? "" }),
      (error: unknown) => isHere && setState({ error }),
    );
    return () => {
      isHere = false;
    };
  }, [page, language, attempt]);
  const isChanged = state !== null && "typed" in state && state.typed !== (state.stored ?? "");
  const leaving = useLeaveGuard(isChanged && !saving);
  useEffect(() => {
    onUnsaved(isChanged);
    return () => onUnsaved(false);
  }, [isChanged, onUnsaved]);
  if (state === null) return <Skeleton shape="block" height="240px" />;
  if ("error" in state)
    return (
      <ErrorState title={t("page.failed")} error={state.error} onRetry={() => setAttempt(attempt + 1)} />
    );
  const save = async (text: string) => {
    setSaving(true);
    try {
      const { text: stored } = await writeLegal(api, page, language, text);
      setState({ stored, typed: stored ?? "" });
      toast.success(t("editor.saved"));
    } catch (error) {
      toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <SaveShortcut onSave={() => isChanged && !saving && void save(state.typed)}>
        <TextArea
          label={t("editor.text")}
          rows={10}
          maxLength={LEGAL_MAX}
          value={state.typed}
          placeholder={t(`${page}.text`)}
          {...(state.stored === null ? { help: t("editor.own") } : {})}
          onChange={(typed) => setState({ ...state, typed })}
        />
      </SaveShortcut>
      {leaving}
      <div className="legal-editor-foot">
        <Link href={`/${page}`} target="_blank" className="button button-ghost">
          {t("editor.look")}
        </Link>
        {state.stored === null ? null : (
          <Button isDisabled={saving} onPress={() => void save("")}>
            {t("editor.reset")}
          </Button>
        )}
        <Button variant="primary" isPending={saving} onPress={() => void save(state.typed)}>
          {t("editor.save")}
        </Button>
      </div>
    </>
  );
}
