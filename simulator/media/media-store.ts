/** Encrypted files by path, served over HTTPS like WhatsApp's media hosts. */
export class MediaStore {
  host = "localhost:0";

  start(): void {
    this.host = "localhost:0";
  }

  pictureUrl(number: string): string {
    return `https://${this.host}/picture/${number}`;
  }

  async stop(): Promise<void> {}
}
