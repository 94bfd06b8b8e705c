/** The build that this service worker belongs to. */
export interface Build {
  /** Hash over all files of the build. */
  readonly version: string;
  /** Path of the first script, by which a page is recognized as a page of this build. */
  readonly entry: string;
  /** Paths that the app needs to open offline, without the page itself. */
  readonly first: readonly string[];
}

declare const BALCAO_BUILD: Build;
/** The bundler replaces this name with the value. */
export const build: Build = BALCAO_BUILD;
