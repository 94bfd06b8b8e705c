import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { dayAt } from "#platform/dates.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { costTexts } from "#web/inbox/costs/locales/index.ts";
import { parseMicros } from "#web/inbox/costs/money.ts";
import { categoryName, marketName } from "#web/inbox/costs/names.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { rateTexts } from "./locales/index.ts";

const CATEGORIES = ["marketing", "utility", "authentication", "service"] as const;
interface AddPanelProps {
  readonly markets: readonly string[];
  readonly onAdded: () => void;
}

/** Adds one price by hand. */
export function AddPanel({ markets, onAdded }: AddPanelProps) {
  useSignals();
  const t = useText(rateTexts);
  const words = useText(costTexts);
  const [currency, setCurrency] = useState("USD");
  const [market, setMarket] = useState("Brazil");
  const [category, setCategory] = useState<string>("marketing");
  const [price, setPrice] = useState("");
  const [validFrom, setValidFrom] = useState(`${dayAt(Date.now(), "UTC").slice(0, 7)}-01`);
  const micros = parseMicros(price);
  const save = () =>
    api
      .post("/rates", { currency, market, category, micros, validFrom })
      .then(() => {
        toast.success(t("add.saved"));
        setPrice("");
        onAdded();
      })
      .catch(toast.failure);
  return (
    <section className="panel costs-panel" aria-label={t("add.title")}>
      <h2>{t("add.title")}</h2>
      <Select
        label={t("add.market")}
        options={markets
          .map((id) => ({ id, label: marketName(words, language.value, id) }))
          .sort((a, b) => a.label.localeCompare(b.label))}
        value={market}
        onChange={setMarket}
      />
      <Select
        label={t("add.category")}
        options={CATEGORIES.map((id) => ({ id, label: categoryName(words, id) }))}
        value={category}
        onChange={setCategory}
      />
      <TextField
        label={t("add.currency")}
        value={currency}
        onChange={(text) => setCurrency(text.toUpperCase().slice(0, 3))}
      />
      <TextField
        label={t("add.price")}
        value={price}
        onChange={setPrice}
        inputMode="decimal"
        placeholder="0,0625"
      />
      <TextField label={t("add.from")} type="date" value={validFrom} onChange={setValidFrom} />
      <Button
        isDisabled={micros === null || currency.length !== 3 || validFrom === ""}
        onPress={() => void save()}
      >
        {t("add.save")}
      </Button>
    </section>
  );
}
