/**
 * Resolves when what was drawn last stands on the screen: work nobody looks at yet waits for it. At once, after the task
 * under way, on a page nobody sees.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === "hidden") setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
