/** A preview without the marks that WhatsApp turns into bold and slanted letters. */
export const plain = (preview: string): string =>
  preview.replace(/^\*(.+)\*$/m, "$1").replace(/^_(.+)_$/m, "$1");
