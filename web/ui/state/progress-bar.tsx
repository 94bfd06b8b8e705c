import "./progress-bar.css";

export interface ProgressBarProps {
  /** Name for screen readers. */
  readonly label: string;
  /** 0 to 1; null while it is not known. */
  readonly value: number | null;
  readonly className?: string;
}

/** How far something has come. */
export function ProgressBar({ label, value, className }: ProgressBarProps) {
  return (
    <progress
      className={className ? `progress-bar ${className}` : "progress-bar"}
      aria-label={label}
      {...(value === null ? {} : { value, max: 1 })}
    />
  );
}
