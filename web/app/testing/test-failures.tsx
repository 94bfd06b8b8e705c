import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";

/** Renders elements and returns the errors that reached a boundary or the root. */
export function failuresOf(...parts: readonly ReactNode[]): unknown[] {
  const failures: unknown[] = [];
  const keep = (error: unknown) => void failures.push(error);
  try {
    render(
      parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <ErrorBoundary key={at} part="test" raw="">
          {part}
        </ErrorBoundary>
      )),
      { onCaughtError: keep },
    );
  } finally {
    cleanup();
  }
  return failures;
}

/** The same for elements that load their content: waits until the requests of the page are answered. */
export async function failuresAfterLoading(part: ReactNode): Promise<unknown[]> {
  const failures: unknown[] = [];
  try {
    await act(async () => {
      render(
        <ErrorBoundary part="test" raw="">
          {part}
        </ErrorBoundary>,
        { onCaughtError: (error) => void failures.push(error) },
      );
      for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
    });
    // Otherwise the content was not there to fail.
    if (failures.length === 0 && document.querySelector("[role=alert], [aria-busy=true], .skeleton"))
      failures.push(new Error("the content was not loaded"));
  } finally {
    cleanup();
  }
  return failures;
}
