import Users from "lucide-react/icons/users";
import { Chip } from "./chip.tsx";

interface Props {
  readonly shared: boolean;
  readonly t: (key: "list.shared" | "list.own") => string;
}

/** Whether a macro, follow-up or quick reply is shared or personal. */
export function OwnerChip({ shared, t }: Props) {
  return shared ? (
    <Chip tone="primary" icon={<Users aria-hidden="true" />}>
      {t("list.shared")}
    </Chip>
  ) : (
    <Chip>{t("list.own")}</Chip>
  );
}
