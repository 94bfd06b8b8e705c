import { Skeleton } from "#web/ui/state/skeleton.tsx";

export function ConnectionsSkeleton() {
  return (
    <div className="panel connections-skeleton" aria-busy="true">
      {["first", "second", "third"].map((row) => (
        <div key={row}>
          <Skeleton width="28%" height="16px" />
          <Skeleton width="18%" height="16px" />
          <Skeleton width="22%" height="30px" />
        </div>
      ))}
    </div>
  );
}
