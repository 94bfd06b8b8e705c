/** Decodes percent escapes; null where they are not UTF-8 (`%E0.com`), which `decodeURIComponent` answers with an exception. */
export function decodeUri(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
