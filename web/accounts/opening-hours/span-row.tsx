import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { isOvernight, readTime } from "./hours-model.ts";
import { hoursTexts } from "./locales/index.ts";

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

interface TimeBoxProps {
  readonly label: string;
  readonly value: string;
  /** An end may be 24:00, which the browser's time field does not accept. */
  readonly isEnd: boolean;
  /** Shown when the typed text is not a time. */
  readonly wrong: string;
  readonly onChange: (time: string) => void;
}

/** A time field, typed with or without a colon; normalised when it loses the focus. */
function TimeBox({ label, value, isEnd, wrong, onChange }: TimeBoxProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const isWrong = readTime(typed, isEnd) === null;
  const settle = () => {
    const time = readTime(typed, isEnd);
    setTyped(time ?? value);
    if (time && time !== value) onChange(time);
  };
  return (
    <input
      className={classNames("time-box", isWrong && "time-box-wrong")}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      title={isWrong ? wrong : undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => {
        setTyped(target.value);
        // A complete time is applied at once: saving with Enter does not blur the field.
        const time = /^\d{2}:\d{2}$/.test(target.value) ? readTime(target.value, isEnd) : null;
        if (time) onChange(time);
      }}
      onBlur={settle}
      onKeyDown={(event) => event.key === "Enter" && settle()}
    />
  );
}
