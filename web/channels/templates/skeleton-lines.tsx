import { Skeleton } from "#web/ui/state/skeleton.tsx";

/** Stands in until the templates are here. */
export function SkeletonLines() {
  return (
    <div className="form" aria-busy="true">
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={96} />
    </div>
  );
}
