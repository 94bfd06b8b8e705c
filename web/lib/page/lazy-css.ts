let loading: Promise<void> | null = null;

/**
 * Loads the CSS of all lazily loaded chunks, one sheet whose address is in the HTML. Resolves when it applies. The
 * next call retries a failed request.
 */
export function loadLazyCss(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="lazy-css"]')?.content;
  // Tests render components without the HTML page.
  if (!address) return Promise.resolve();
  loading ??= fetchSheet(address).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function fetchSheet(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      // As for a module that cannot be fetched.
      reject(new TypeError("the style sheet did not load"));
    };
    document.head.append(link);
  });
}
