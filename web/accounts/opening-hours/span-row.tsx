import X from "lucide-react/icons/x";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { isOvernight } from "./hours-model.ts";
import { hoursTexts } from "./locales/index.ts";
import { TimeBox } from "./time-box.tsx";

interface Props {
  readonly startTime: string;
  readonly endTime: string;
  readonly labels: { readonly start: string; readonly end: string; readonly remove: string };
  readonly onChange: (times: { readonly startTime?: string; readonly endTime?: string }) => void;
  readonly onRemove: () => void;
}

/** One span of a day: start time, end time and a button that removes it. */
export function SpanRow({ startTime, endTime, labels, onChange, onRemove }: Props) {
  const t = useText(hoursTexts);
  const wrong = t("week.wrongTime");
  return (
    <div className="hours-span">
      <TimeBox
        label={labels.start}
        value={startTime}
        isEnd={false}
        wrong={wrong}
        onChange={(time) => onChange({ startTime: time })}
      />
      <span>{t("week.until")}</span>
      <TimeBox
        label={labels.end}
        value={endTime}
        isEnd
        wrong={wrong}
        onChange={(time) => onChange({ endTime: time })}
      />
      <IconButton label={labels.remove} onPress={onRemove}>
        <X />
      </IconButton>
      {isOvernight({ startTime, endTime }) ? <small>{t("week.nextDay")}</small> : null}
    </div>
  );
}
