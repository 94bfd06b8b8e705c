import type { ComponentType } from "react";
import { type LazyPart, lazy } from "#web/ui/state/lazy.tsx";
import { PageFailed } from "./page-failed.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

/** A page whose code is loaded when it is first opened (`lazy`, also for `isFirst`). */
export const lazyPage = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): LazyPart<Props> =>
  lazy(load, () => <PageSkeleton />, {
    isFirst,
    failed: (onRetry) => <PageFailed onRetry={onRetry} />,
  });
