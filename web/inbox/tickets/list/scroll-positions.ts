/** Where each list was scrolled to, pixels, while the page lives. */
const offsets = new Map<string, number>();

export function rememberOffset(key: string, offset: number): void {
  offsets.set(key, offset);
}

export function rememberedOffset(key: string): number {
  return offsets.get(key) ?? 0;
}
