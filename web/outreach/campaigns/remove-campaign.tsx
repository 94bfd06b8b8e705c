import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { type Campaign, campaignCalls } from "./campaigns-api.ts";
import { campaignTexts } from "./locales/index.ts";

interface Props {
  readonly campaign: Campaign;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

export function RemoveCampaign({ campaign, onRemoved, onClose }: Props) {
  const t = useText(campaignTexts);
  return (
    <ConfirmDelete
      title={t("remove.title", { name: campaign.name })}
      deleted={t("done.deleted")}
      onDelete={async () => {
        await campaignCalls.remove(campaign.id);
        onRemoved(campaign.id);
      }}
      onClose={onClose}
    />
  );
}
