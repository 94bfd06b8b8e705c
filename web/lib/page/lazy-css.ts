let loading: Promise<void> | null = null;

/**
 * The looks of everything that is not there from the beginning, in one sheet; its address stands in the page. Resolves
 * when they are in force. A failed fetch is tried again by the next call.
 */
export function loadLazyCss(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="lazy-css"]')?.content;
  // Tests draw parts without a page around them.
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
      reject(new Error("the style sheet did not load"));
    };
    document.head.append(link);
  });
}
