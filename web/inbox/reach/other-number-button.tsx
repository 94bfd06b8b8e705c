import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { reachTexts } from "./locales/index.ts";

export interface OtherNumberButtonProps {
  /** Connections that may start conversations. */
  readonly numbers: readonly Connection[];
  readonly onChoose: (connection: Connection) => void;
}

/** Sends by another number: one button when there is one, else a menu of them. */
export function OtherNumberButton({ numbers, onChoose }: OtherNumberButtonProps) {
  const t = useText(reachTexts);
  const [first] = numbers;
  if (!first) return null;
  if (numbers.length === 1) {
    return (
      <Button size="s" onPress={() => onChoose(first)}>
        {t("bar.sendBy", { name: first.name })}
      </Button>
    );
  }
  return (
    <Menu
      label={t("bar.sendByOther")}
      trigger={<Button size="s">{t("bar.sendByOther")}</Button>}
      items={numbers.map((connection) => ({
        id: String(connection.id),
        label: connection.name,
        onAction: () => onChoose(connection),
      }))}
    />
  );
}
