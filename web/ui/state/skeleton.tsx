import "./skeleton.css";

export interface SkeletonProps {
  /** What stands here once it is loaded, so that nothing jumps. */
  readonly shape?: "line" | "circle" | "block";
  readonly width?: number | string;
  readonly height?: number | string;
}

/** A grey place holder of the final size. Screen readers do not hear it: the list around says that it is busy. */
export function Skeleton({ shape = "line", width, height }: SkeletonProps) {
  return <span className={`skeleton skeleton-${shape}`} style={{ width, height }} aria-hidden="true" />;
}
