import Download from "lucide-react/icons/download";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import FileUp from "lucide-react/icons/file-up";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import { useText } from "#web/i18n/use-text.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { listCalls } from "#web/outreach/contact-lists/lists-api.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { contactImports } from "#web/people/contacts/import/import-model.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly listId: number;
  readonly onFill: () => void;
}

export function MoreMenu({ listId, onFill }: Props) {
  const t = useText(listTexts);
  const exported = async () => {
    try {
      saveFile(await listCalls.exported(listId), `lista-${listId}.csv`);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Menu
      label={t("items.more")}
      placement="bottom end"
      trigger={
        <IconButton label={t("items.more")}>
          <EllipsisVertical />
        </IconButton>
      }
      items={[
        {
          id: "import",
          label: t("items.import"),
          icon: <FileUp aria-hidden="true" />,
          onAction: () => contactImports.show(),
        },
        {
          id: "fill",
          label: t("items.fill"),
          icon: <UserRoundSearch aria-hidden="true" />,
          onAction: onFill,
        },
        {
          id: "export",
          label: t("items.export"),
          icon: <Download aria-hidden="true" />,
          onAction: () => void exported(),
        },
      ]}
    />
  );
}
