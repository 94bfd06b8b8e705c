import { useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companiesList, companyCalls } from "./companies-api.ts";
import { companyTexts } from "./locales/index.ts";

interface Props {
  readonly company: CompanyAnswer;
  readonly onClose: () => void;
}

/** Asks for the name of the company, then deletes it. */
export function RemoveCompany({ company, onClose }: Props) {
  const t = useText(companyTexts);
  const words = useText(common);
  const [typed, setTyped] = useState("");
  const remove = async () => {
    try {
      await companyCalls.remove(company.id);
    } catch {
      toast.error(t("remove.failed"));
      return "again";
    }
    companiesList.remove(company.id);
    toast.success(t("remove.deleted"));
    return "done";
  };
  return (
    <Confirm
      title={t("remove.title", { name: company.name })}
      confirmLabel={words("action.delete")}
      isConfirmDisabled={typed.trim() !== company.name}
      onConfirm={remove}
      onClose={onClose}
    >
      <div className="company-remove">
        <p>{words("confirm.deleteText")}</p>
        <p>{t("remove.consequence")}</p>
        <TextField
          label={t("remove.type")}
          placeholder={company.name}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      </div>
    </Confirm>
  );
}
