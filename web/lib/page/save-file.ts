/** Starts a download of content that is in memory. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // A started download keeps its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
