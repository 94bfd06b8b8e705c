/** What the bundler knows of the version this worker came with. */
export interface Build {
  /** Differs whenever any file differs. */
  readonly version: string;
  /** Address of the first script: what a page says of which version it is. */
  readonly entry: string;
  /** What the app needs to open without a network, beside its page. */
  readonly first: readonly string[];
}

declare const BALCAO_BUILD: Build;
/** The bundler puts it in the place of the name. */
export const build: Build = BALCAO_BUILD;
