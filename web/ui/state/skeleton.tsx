import "./skeleton.css";

export interface SkeletonProps {
  /** Shape of the loaded content, so that the layout does not shift. */
  readonly shape?: "line" | "circle" | "block";
  readonly width?: number | string;
  readonly height?: number | string;
}

/** A grey placeholder of the final size. Hidden from screen readers: the list around it has `aria-busy`. */
export function Skeleton({ shape = "line", width, height }: SkeletonProps) {
  return <span className={`skeleton skeleton-${shape}`} style={{ width, height }} aria-hidden="true" />;
}
