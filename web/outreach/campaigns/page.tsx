import { useSignals } from "@preact/signals-react/runtime";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { healthTexts } from "#web/inbox/reach/health/locales/index.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { campaignColumns } from "./campaign-columns.tsx";
import type { Campaign } from "./campaigns-api.ts";
import { campaignTexts } from "./locales/index.ts";
import { useCommands } from "./use-commands.ts";
import "./campaigns.css";

/** The campaigns of the page, newest first; events update their figures. */
const campaignsList = new LiveList<Campaign>({
  path: "/campaigns",
  name: "records",
  channel: "campaign",
  compare: (a, b) => b.id - a.id,
});

// With the texts of the risk, which is shown later: loading them then would hide the dialog for a moment and take the
// focus from its field.
const CampaignDialog = lazyLayer(async () => {
  const [part] = await Promise.all([import("./dialog/campaign-dialog.tsx"), preloadTexts(healthTexts)]);
  return part.CampaignDialog;
});
const RemoveCampaign = lazyLayer(async () => (await import("./remove-campaign.tsx")).RemoveCampaign);

const put = (campaign: Campaign) => campaignsList.put(campaign);

type Open =
  | { readonly kind: "save"; readonly id: number | null; readonly contactListId?: number }
  | { readonly kind: "remove"; readonly campaign: Campaign };

/** The company's campaigns with their progress and actions (docs/rules/screens.md#campaigns). */
export function CampaignsPage() {
  useSignals();
  const t = useText(campaignTexts);
  const { list } = campaignsList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => campaignsList.open(), []);
  useWantedList((contactListId) => setOpen({ kind: "save", id: null, contactListId }));
  const run = useCommands(put);
  const columns = campaignColumns(t, {
    run: (command, { id }) => void run(command, id),
    edit: ({ id }) => setOpen({ kind: "save", id }),
    remove: (campaign) => setOpen({ kind: "remove", campaign }),
  });
  return (
    <ListPage
      title={t("page.title")}
      list={list}
      columns={columns}
      search={t("page.search")}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "save", id: null })}
      picture={<SendHorizontal />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open?.kind === "save" ? (
        <CampaignDialog
          campaign={open.id === null ? null : (campaignsList.items.get(open.id) ?? null)}
          {...(open.contactListId === undefined ? {} : { contactListId: open.contactListId })}
          onClose={() => setOpen(null)}
          onChanged={put}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveCampaign
          campaign={open.campaign}
          onClose={() => setOpen(null)}
          onRemoved={(id) => campaignsList.remove(id)}
        />
      ) : null}
    </ListPage>
  );
}

/** The contacts page leads here with the list of a new campaign in the address. */
function useWantedList(begin: (contactListId: number) => void): void {
  const [, navigate] = useLocation();
  const wanted = Number(new URLSearchParams(useSearch()).get("list"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address begins a campaign
  useEffect(() => {
    if (!Number.isSafeInteger(wanted) || wanted < 1) return;
    navigate("/campaigns", { replace: true });
    begin(wanted);
  }, [wanted]);
}
