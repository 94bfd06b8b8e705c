/** Has the browser save a file we hold. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has its own hold on the content once it began.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
