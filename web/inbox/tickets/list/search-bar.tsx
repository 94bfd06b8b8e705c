import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { DEFAULT_FILTER, type ListFilter } from "./list-filter.ts";
import { usePickableQueues } from "./pickable-queues.ts";
import "./search-bar.css";

const MINE = ["participating", "mentioned"] as const;

/** Search criteria: text, tags, queues and, for supervisors and admins, attendants. */
export function SearchBar({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(ticketTexts);
  const box = useRef<HTMLInputElement>(null);
  const pickableQueues = usePickableQueues();
  useEffect(() => {
    // The search field gets the focus after the press on its tab has ended. When the user moves between tabs by
    // keyboard, the focus stays on the tab.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.matches("[role=tab]:focus-visible")) box.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const isFiltered =
    filter.tags.length + filter.users.length + filter.queues.length > 0 || filter.mine !== "";
  return (
    <div className="column-search" data-keyboard-layer="">
      <TextField
        label={t("list.searchLabel")}
        type="search"
        inputRef={box}
        placeholder={t("list.searchPlaceholder")}
        maxLength={200}
        value={filter.search}
        onChange={(search) => changeFilter({ search })}
      />
      <div className="column-picks">
        {MINE.map((mine) => (
          <button
            key={mine}
            type="button"
            className="column-mine"
            aria-pressed={filter.mine === mine}
            onClick={() => changeFilter({ mine: filter.mine === mine ? "" : mine })}
          >
            {t(`list.${mine}`)}
          </button>
        ))}
        <MultiSelect
          label={t("list.tags")}
          items={tags.all.value}
          chosen={filter.tags}
          onChange={(ids) => changeFilter({ tags: ids })}
          onOpen={() => void tags.need()}
          emptyText={t("head.noTags")}
        />
        {seesEverybody(currentUser.value) ? (
          <MultiSelect
            label={t("list.users")}
            items={colleagues.all.value}
            chosen={filter.users}
            onChange={(ids) => changeFilter({ users: ids })}
            onOpen={() => void colleagues.need()}
            emptyText={t("transfer.userEmpty")}
          />
        ) : null}
        <MultiSelect
          label={t("list.queues")}
          items={pickableQueues}
          chosen={filter.queues}
          onChange={(ids) => changeFilter({ queues: ids })}
          onOpen={() => void queues.need()}
          emptyText={t("list.allQueues")}
        />
        {isFiltered ? (
          <Button
            size="s"
            variant="ghost"
            onPress={() => changeFilter({ tags: DEFAULT_FILTER.tags, users: [], queues: [], mine: "" })}
          >
            {t("list.clearFilters")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
