/** Decodes percent escapes; null for invalid UTF-8 (`%E0.com`), for which `decodeURIComponent` throws. */
export function decodeUri(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
