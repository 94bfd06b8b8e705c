import { useSignals } from "@preact/signals-react/runtime";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { lists, sorts } from "#web/inbox/tickets/store.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { ListView } from "./list-filter.ts";
import { SORTS } from "./list-sort.ts";

/** The sort menu of a list that has several orders; stored per person. */
export function ListOrder({ view }: { readonly view: ListView }) {
  useSignals();
  const t = useText(ticketTexts);
  if (SORTS[view].length < 2) return null;
  const chosen = sorts.of(view);
  const label = t("list.order", { order: t(`sort.${chosen}`) });
  return (
    <Menu
      label={label}
      placement="bottom end"
      items={SORTS[view].map((sort) => ({
        id: sort,
        label: t(`sort.${sort}`),
        isChosen: sort === chosen,
        onAction: () => {
          sorts.choose(view, sort);
          lists.resort();
        },
      }))}
      trigger={
        <IconButton label={label} size="s">
          <ArrowDownUp />
        </IconButton>
      }
    />
  );
}
