import { useSignals } from "@preact/signals-react/runtime";
import ListPlus from "lucide-react/icons/list-plus";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import Tag from "lucide-react/icons/tag";
import { type ReactElement, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { dataColor } from "#web/ui/styles/color.ts";
import type { Selection } from "#web/ui/table/selection.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { bulkCalls } from "./bulk-calls.ts";
import type { ContactList } from "./contact-list.ts";
import { contactListTexts } from "./locales/index.ts";

interface Props {
  readonly rows: ContactList;
  readonly selection: Selection;
}
interface Choice {
  readonly id: number;
  readonly name: string;
  readonly color?: string;
}

/**
 * Adds a tag to the selected contacts, adds them to a contact list of campaigns, or begins a campaign with them
 * (docs/rules/pages.md#contacts).
 */
export function BulkMenus({ rows, selection }: Props) {
  useSignals();
  const t = useText(contactListTexts);
  const mayList = session.user.value?.profile === "admin" && session.hasPlan("useCampaigns");
  const [, navigate] = useLocation();
  const [isBeginning, setBeginning] = useState(false);
  const ids = () => [...selection.ids.peek()];
  const tag = async ({ id, name }: Choice) => {
    const { tagged, skipped } = await bulkCalls.tag(ids(), id);
    if (tagged > 0) toast.success(t("bulk.tagged", { count: tagged, name }));
    if (skipped > 0) toast.info(t("bulk.notTagged", { count: skipped }));
    void rows.list.reload();
  };
  const list = async ({ id, name }: Choice): Promise<number> => {
    const total = selection.ids.peek().size;
    const { added, withoutPhone } = await bulkCalls.list(ids(), id);
    if (added > 0) toast.success(t("bulk.listed", { count: added, name }));
    if (withoutPhone > 0) toast.info(t("bulk.noPhone", { count: withoutPhone }));
    const others = total - added - withoutPhone;
    if (others > 0) toast.info(t("bulk.notListed", { count: others }));
    return added;
  };
  const campaign = async () => {
    const name = t("bulk.campaignList", { when: formatDateTime(new Date().toISOString()) });
    const id = await bulkCalls.createList(name);
    if ((await list({ id, name })) > 0) navigate(`/campaigns?list=${id}`);
    else await bulkCalls.removeList(id);
  };
  const begin = () => {
    setBeginning(true);
    campaign()
      .catch(toast.failure)
      .finally(() => setBeginning(false));
  };
  return (
    <>
      <ChoiceMenu
        label={t("bulk.tag")}
        icon={<Tag aria-hidden="true" />}
        read={bulkCalls.tags}
        onChoose={tag}
      />
      {mayList ? (
        <ChoiceMenu
          label={t("bulk.list")}
          icon={<ListPlus aria-hidden="true" />}
          read={bulkCalls.lists}
          onChoose={list}
        />
      ) : null}
      {mayList && session.campaigns.value ? (
        <Button size="s" icon={<SendHorizontal aria-hidden="true" />} isPending={isBeginning} onPress={begin}>
          {t("bulk.campaign")}
        </Button>
      ) : null}
    </>
  );
}

interface ChoiceMenuProps {
  readonly label: string;
  readonly icon: ReactElement;
  readonly read: () => Promise<readonly Choice[]>;
  readonly onChoose: (choice: Choice) => Promise<unknown>;
}

/** A button with a menu of tags or lists; hidden when there are none. */
function ChoiceMenu({ label, icon, read, onChoose }: ChoiceMenuProps) {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [isWorking, setWorking] = useState(false);
  useEffect(() => void read().then(setChoices, toast.failure), [read]);
  if (choices.length === 0) return null;
  const choose = (choice: Choice) => {
    setWorking(true);
    onChoose(choice)
      .catch(toast.failure)
      .finally(() => setWorking(false));
  };
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={
        <Button size="s" icon={icon} isPending={isWorking}>
          {label}
        </Button>
      }
      items={choices.map((choice) => ({
        id: String(choice.id),
        label: choice.name,
        ...(choice.color ? { icon: <i className="contact-tag-dot" style={dataColor(choice.color)} /> } : {}),
        onAction: () => choose(choice),
      }))}
    />
  );
}
