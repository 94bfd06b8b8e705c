import type { CSSProperties } from "react";

const RADIUS = 8;
const LENGTH = 2 * Math.PI * RADIUS;

const ringStyle = (ms: number) =>
  ({ strokeDasharray: LENGTH, "--ring-length": LENGTH, animationDuration: `${ms}ms` }) as CSSProperties;

/** A ring that empties within `ms`. */
export function ToastCountdown({ ms }: { readonly ms: number }) {
  return (
    <svg className="toast-countdown" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r={RADIUS} />
      <circle className="toast-countdown-left" cx="10" cy="10" r={RADIUS} style={ringStyle(ms)} />
    </svg>
  );
}
