import { useEffect, useState } from "react";
import { classNames } from "#web/ui/styles/class-names.ts";
import { readTime } from "./hours-model.ts";

interface Props {
  readonly label: string;
  readonly value: string;
  /** An end may be 24:00, which the browser's time field does not accept. */
  readonly isEnd: boolean;
  /** Shown when the typed text is not a time. */
  readonly wrong: string;
  readonly onChange: (time: string) => void;
}

/** A time field, typed with or without a colon; normalised when it loses the focus. */
export function TimeBox({ label, value, isEnd, wrong, onChange }: Props) {
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
