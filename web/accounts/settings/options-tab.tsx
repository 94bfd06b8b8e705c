import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { PlanFlag } from "#accounts/companies/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { hasWords } from "#web/lib/format/typed-match.ts";
import { FoundPlaces } from "#web/lib/places/found-places.tsx";
import { placeTexts } from "#web/lib/places/locales/index.ts";
import { findsBy } from "#web/lib/places/places.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { type FieldGroup, GROUPS, type SettingField, SUPER_ONLY } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsModel } from "./settings-model.ts";

/** Every option of the company with its meaning, in groups, with a search field. */
export function OptionsTab({ model }: { readonly model: SettingsModel }) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const p = useText(placeTexts);
  const [search, setSearch] = useState("");
  const onlooker = {
    isSuper: session.user.value?.super ?? false,
    hasPlan: (flag: Parameters<typeof session.hasPlan>[0]) => session.hasPlan(flag),
  };
  const isFound = findsBy(search, p);
  const fits = (group: FieldGroup, { key }: SettingField) => {
    const words = [t(`group.${group.id}`), t(`label.${key}`), t(`help.${key}`)].join(" ");
    return hasWords(words, search) || isFound(words) || foldCase(key).startsWith(foldCase(search).trim());
  };
  const groups = shownGroups(onlooker, fits);
  return (
    <div className="settings-columns">
      <nav className="settings-nav" aria-label={t("page.groups")}>
        <TextField
          type="search"
          label={c("action.search")}
          placeholder={c("action.search")}
          value={search}
          onChange={setSearch}
        />
        <ul>
          {groups.map(({ id }) => (
            <li key={id}>
              <a href={`#settings-${id}`}>{t(`group.${id}`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-groups">
        <FoundPlaces typed={search} />
        {groups.length === 0 ? (
          <div className="panel">
            <EmptyState
              title={t("page.notFound")}
              text={t("page.notFoundText")}
              action={<Button onPress={() => setSearch("")}>{c("action.clearSearch")}</Button>}
            />
          </div>
        ) : null}
        {groups.map(({ id, fields }) => (
          <section key={id} id={`settings-${id}`} className="settings-group">
            <h2 className="settings-group-title">{t(`group.${id}`)}</h2>
            <ul className="panel settings-list">
              {fields.map((field) => (
                <SettingRow key={field.key} field={field} model={model} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

interface Onlooker {
  readonly isSuper: boolean;
  readonly hasPlan: (flag: PlanFlag) => boolean;
}

/** The groups visible to this user with the settings that answer the search. */
function shownGroups(
  { isSuper, hasPlan }: Onlooker,
  fits: (group: FieldGroup, field: SettingField) => boolean,
): readonly FieldGroup[] {
  return GROUPS.filter(({ tab, planFlag }) => !tab && (!planFlag || hasPlan(planFlag)))
    .map((group) => ({
      ...group,
      fields: group.fields.filter((field) => (isSuper || !SUPER_ONLY.has(field.key)) && fits(group, field)),
    }))
    .filter(({ fields }) => fields.length > 0);
}
