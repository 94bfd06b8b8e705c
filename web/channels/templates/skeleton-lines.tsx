import { Skeleton } from "#web/ui/state/skeleton.tsx";

export function SkeletonLines() {
  return (
    <div className="form" aria-busy="true">
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={96} />
    </div>
  );
}
