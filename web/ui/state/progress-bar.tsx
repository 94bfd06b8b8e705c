import "./progress-bar.css";

export interface ProgressBarProps {
  /** Name for screen readers. */
  readonly label: string;
  /** 0 to 1; null while unknown. */
  readonly value: number | null;
  readonly className?: string;
}

/** A progress bar. */
export function ProgressBar({ label, value, className }: ProgressBarProps) {
  return (
    <progress
      className={className ? `progress-bar ${className}` : "progress-bar"}
      aria-label={label}
      {...(value === null ? {} : { value, max: 1 })}
    />
  );
}
